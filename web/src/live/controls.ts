/** Time controls offered in lists; any other can be typed. */
export const controls = [
    { text: '1+0', group: 'blitz' },
    { text: '3+2', group: 'blitz' },
    { text: '5+0', group: 'blitz' },
    { text: '5+3', group: 'blitz' },
    { text: '10+0', group: 'blitz' },
    { text: '10+5', group: 'rapid' },
    { text: '15+10', group: 'rapid' },
    { text: '25+10', group: 'rapid' },
    { text: '60+30', group: 'standard' },
    { text: '90+30', group: 'standard' },
    { text: '40/90,30+30', group: 'standard' },
    { text: '40/120,20/60,15+30', group: 'standard' },
] as const;

/** The kinds of clock that a control by name alone does not show. */
export const otherControls = ['G/60;d5', '60 b5', 'hourglass 3', '5+0 | 4+0', '20/move'] as const;
