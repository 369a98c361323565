// Hands for a board in a page.
import { until } from './harness.mjs';

async function middle(page, square) {
    const board = page.locator('.board').first();
    await board.scrollIntoViewIfNeeded();
    const box = await board.boundingBox();
    const white = await page
        .locator('.board .row')
        .first()
        .locator('button')
        .first()
        .getAttribute('data-square');
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square[1]) - 1;
    const [x, y] = white === 'a8' ? [file, 7 - rank] : [7 - file, rank];
    return [box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8];
}

export async function click(page, square) {
    const [x, y] = await middle(page, square);
    await page.mouse.click(x, y);
}
export async function drag(page, from, to) {
    const [x1, y1] = await middle(page, from);
    const [x2, y2] = await middle(page, to);
    await page.mouse.move(x1, y1);
    await page.mouse.down();
    await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, { steps: 3 });
    await page.mouse.move(x2, y2, { steps: 3 });
    await page.mouse.up();
}
/** Clicks from and to, and waits for the man to arrive. */
export async function play(page, from, to) {
    await click(page, from);
    await click(page, to);
}
export async function playAll(page, moves) {
    for (const [i, move] of moves.entries()) {
        const before = await page.locator('.moves button').count();
        const arrived = async () => (await page.locator('.moves button').count()) === before + 1;
        const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
        await play(page, from, to);
        // A page still settling may lose a click when the machine is busy: once more, and say so.
        await until(arrived, move, 3_000).catch(async () => {
            console.log(`again: ${move}`);
            await play(page, from, to);
        });
        await until(arrived, `move ${i + 1}, ${move}`);
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
export async function man(page, square) {
    const label = await page
        .locator(`[data-square="${square}"]`)
        .first()
        .getAttribute('aria-label');
    return label.split(', ').slice(1).join(', ');
}
export function moves(page) {
    return page.locator('.moves button').allInnerTexts();
}
