// Hands for a board in a page. None of them can miss on a busy machine: a click counts only if the
// square was under it, and a man is moved only once he is taken up.
import { drawn } from './browser.mjs';
import { patience, pause, until } from './harness.mjs';

/** The middle of a square, once the square has come to rest. */
async function middle(page, square) {
    const cell = page.locator(`.board [data-square="${square}"]`).first();
    await cell.waitFor({ state: 'attached' });
    return page.evaluate(
        (name) =>
            new Promise((resolve) => {
                let before = '';
                const look = () => {
                    const found = document.querySelector(`.board [data-square="${name}"]`);
                    found?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
                    const box = found?.getBoundingClientRect();
                    const now = box ? `${box.x} ${box.y} ${box.width}` : '';
                    if (box && now === before) {
                        resolve([box.x + box.width / 2, box.y + box.height / 2]);
                        return;
                    }
                    before = now;
                    requestAnimationFrame(look);
                };
                look();
            }),
        square,
    );
}

/** Lets the mouse at the page only if `square` is where it presses. */
function guard(page, square) {
    return page.evaluate((name) => {
        globalThis.struck = null;
        const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
        const check = (event) => {
            if (globalThis.struck === null) {
                const box = document
                    .querySelector(`.board [data-square="${name}"]`)
                    ?.getBoundingClientRect();
                const [x, y] = [event.clientX, event.clientY];
                globalThis.struck =
                    !!box && x > box.left && x < box.right && y > box.top && y < box.bottom;
            }
            if (globalThis.struck) return;
            event.stopImmediatePropagation();
            event.preventDefault();
        };
        for (const type of types) addEventListener(type, check, { capture: true });
        globalThis.unguard = () => {
            for (const type of types) removeEventListener(type, check, { capture: true });
            return globalThis.struck === true;
        };
    }, square);
}
const struck = (page) => page.evaluate(() => globalThis.unguard());

export async function click(page, square) {
    const end = Date.now() + patience;
    for (;;) {
        const [x, y] = await middle(page, square);
        await guard(page, square);
        await page.mouse.click(x, y);
        if (await struck(page)) {
            await drawn(page);
            return;
        }
        if (Date.now() > end) throw new Error(`${square} cannot be hit`);
    }
}
export async function drag(page, from, to) {
    const end = Date.now() + patience;
    for (;;) {
        const [x1, y1] = await middle(page, from);
        await guard(page, from);
        await page.mouse.move(x1, y1);
        await page.mouse.down();
        const [x2, y2] = await middle(page, to);
        await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, { steps: 3 });
        await page.mouse.move(x2, y2, { steps: 3 });
        await page.mouse.up();
        if (await struck(page)) {
            await drawn(page);
            return;
        }
        if (Date.now() > end) throw new Error(`${from} cannot be hit`);
    }
}
/** The square whose man is taken up by the mouse, or an empty text. */
function selected(page) {
    return page.evaluate(() => {
        // What is no longer marked is only hidden.
        const marked = [...document.querySelectorAll('.board cg-board square.selected')];
        return marked.find((mark) => mark.style.display !== 'none')?.cgKey ?? '';
    });
}
/** Takes up the man and clicks where he shall go. What comes of it is for the caller to await. */
export async function play(page, from, to) {
    const end = Date.now() + patience;
    for (;;) {
        // A second click would let go of him again.
        if ((await selected(page)) === from) break;
        await click(page, from);
        const taken = async () => (await selected(page)) === from;
        // A page that does not yet know whose turn it is takes nothing up.
        if (
            await until(taken, 'taken up', 2_000).then(
                () => true,
                () => false,
            )
        ) {
            break;
        }
        if (Date.now() > end) throw new Error(`the man on ${from} is not taken up`);
        await pause(50);
    }
    await click(page, to);
}
/** Plays the moves, each when the one before stands in the score. */
export async function playAll(page, moves) {
    for (const [i, move] of moves.entries()) {
        const before = await page.locator('.moves button').count();
        await play(page, move.slice(0, 2), move.slice(2, 4));
        await until(
            async () => (await page.locator('.moves button').count()) === before + 1,
            `move ${i + 1}, ${move}`,
        );
    }
}
/** Moves by keyboard alone: the square, Enter, the other square, Enter. */
export async function key(page, from, to) {
    for (const square of [from, to]) {
        await page.keyboard.press(square[0]);
        await page.keyboard.press(square[1]);
        await page.keyboard.press('Enter');
    }
}
/** What stands on the square, in words; nothing of what is said of the square besides. */
export async function man(page, square) {
    const label = await page
        .locator(`.board [data-square="${square}"]`)
        .first()
        .getAttribute('aria-label');
    return label.split(', ').slice(1).join(', ');
}
export function moves(page) {
    return page.locator('.moves button').allInnerTexts();
}
/** The text of all there is of `selector`, which may be nothing yet. */
export async function text(page, selector) {
    return (await page.locator(selector).allInnerTexts()).join('\n');
}
/** Goes by Tab to the board. */
export async function toBoard(page) {
    await page.waitForSelector('.board');
    for (let i = 0; i < 60; i += 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(() => document.activeElement?.role === 'gridcell')) return;
    }
    throw new Error('Tab does not lead to the board');
}
