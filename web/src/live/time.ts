/** How times are shown. Time itself is the server's or the core's. */
import type { Clocks, Side } from '../protocol/messages';

/** "1:30:00", "4:59", and tenths in the last ten seconds: "0:09.4". */
export function formatClock(ms: number): string {
    const left = Math.max(0, ms);
    if (left < 10_000) {
        const tenths = Math.floor(left / 100);
        return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
    }
    // A started second counts until it is over, as on clocks that show no tenths.
    const seconds = Math.ceil(left / 1000);
    const h = Math.floor(seconds / 3600);
    const m = Math.floor(seconds / 60) % 60;
    const s = String(seconds % 60).padStart(2, '0');
    return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`;
}

/** What the clock of `side` shows at `now` (in the time of clocks.at). */
export function remaining(clocks: Clocks, side: Side, now: number): number {
    const left = side === 'white' ? clocks.white_ms : clocks.black_ms;
    if (clocks.running !== side) return left;
    const used = Math.max(0, now - clocks.at - (clocks.delay_ms ?? 0));
    return left - used;
}

/** "PT1M30S": for the datetime attribute. */
export function duration(ms: number): string {
    return `PT${Math.max(0, Math.round(ms / 1000))}S`;
}
