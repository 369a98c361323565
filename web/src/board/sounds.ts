/** Short sounds made by the page itself: no files, nothing to load. */
let context: AudioContext | undefined;

function knock(at: number, frequency: number, length: number, loudness: number): void {
    if (!context) return;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = 'triangle';
    oscillator.frequency.setValueAtTime(frequency, at);
    oscillator.frequency.exponentialRampToValueAtTime(frequency / 2, at + length);
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
}

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'low' | 'press';

/** Plays a sound if the browser lets us; silence is never an error. */
export function play(sound: Sound): void {
    try {
        context ??= new AudioContext();
        if (context.state === 'suspended') void context.resume();
        const now = context.currentTime;
        switch (sound) {
            case 'move':
                knock(now, 320, 0.07, 0.25);
                break;
            case 'capture':
                knock(now, 240, 0.08, 0.3);
                knock(now + 0.05, 180, 0.08, 0.2);
                break;
            case 'check':
                knock(now, 520, 0.09, 0.22);
                knock(now + 0.09, 660, 0.1, 0.18);
                break;
            case 'end':
                knock(now, 392, 0.25, 0.2);
                knock(now + 0.16, 330, 0.25, 0.2);
                knock(now + 0.32, 262, 0.4, 0.2);
                break;
            case 'low':
                knock(now, 880, 0.05, 0.12);
                break;
            case 'press':
                knock(now, 150, 0.05, 0.3);
                break;
        }
    } catch {
        context = undefined;
    }
}
