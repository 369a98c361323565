import { describe, expect, it } from 'vitest';
import { formatClock, remaining } from './time';

describe('formatClock', () => {
    it.each([
        [5_400_000, '1:30:00'],
        [3_599_001, '1:00:00'],
        [299_000, '4:59'],
        [60_000, '1:00'],
        [10_000, '0:10'],
        [9_999, '0:09.9'],
        [9_400, '0:09.4'],
        [0, '0:00.0'],
        [-30, '0:00.0'],
    ])('%i ms is %s', (ms, shown) => {
        expect(formatClock(ms)).toBe(shown);
    });
});

describe('remaining', () => {
    const clocks = { white_ms: 60_000, black_ms: 50_000, running: 'white', at: 1_000 } as const;
    it('runs for one side only', () => {
        expect(remaining(clocks, 'white', 4_000)).toBe(57_000);
        expect(remaining(clocks, 'black', 4_000)).toBe(50_000);
    });
    it('charges nothing during the delay', () => {
        expect(remaining({ ...clocks, delay_ms: 5_000 }, 'white', 4_000)).toBe(60_000);
        expect(remaining({ ...clocks, delay_ms: 2_000 }, 'white', 4_000)).toBe(59_000);
    });
    it('never gains time from a clock that seems to go back', () => {
        expect(remaining(clocks, 'white', 500)).toBe(60_000);
    });
});
