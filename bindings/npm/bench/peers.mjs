// The package beside chess.js and chessops, in one run on the same positions. CPU time a call.
// node bench/peers.mjs ../../data/pgn/real-sample.pgn   (after tools/package npm)
import { readFileSync } from 'node:fs';
import { Chess as ChessJs } from 'chess.js';
import { Chess as Chessops } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { load } from '../dist/node.js';
import { loadPgn } from '../dist/pgn.node.js';

const hakam = await load();
const pgn = await loadPgn();
const sample = readFileSync(process.argv[2]);

const fens = [];
for (const game of pgn.read(sample)) {
    let ply = 0;
    for (const position of game.positions()) {
        if (ply++ % 9 === 4 && position.moveCount > 0) fens.push(position.fen());
    }
    if (fens.length >= 512) break;
}
function cpu(run) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) * 1000;
}
/** Least of five, in ns a position. */
function measure(name, count, each, times = 1) {
    let least = Infinity;
    for (let i = 0; i < 5; i += 1) {
        const took = cpu(() => {
            for (let k = 0; k < times; k += 1) for (let j = 0; j < count; j += 1) each(j);
        });
        least = Math.min(least, took / times / count);
    }
    console.log(`${name.padEnd(26)} ${Math.round(least).toString().padStart(9)} ns`);
}
const n = fens.length;
const ours = fens.map((fen) => hakam.position(fen));
const first = ours.map((position) => position.moves[0]);
const sans = ours.map((position, i) => position.san(first[i]));
measure('hakam: moves', n, (i) => hakam.moveList(ours[i].words), 40);
measure('hakam: next', n, (i) => ours[i].after(first[i]), 40);
measure('hakam: SAN read', n, (i) => ours[i].parse(sans[i]), 40);
measure('hakam: SAN write', n, (i) => ours[i].san(first[i]), 40);
measure('hakam: FEN read', n, (i) => hakam.position(fens[i]), 40);
measure('hakam: FEN write', n, (i) => ours[i].fen(), 40);
const ops = fens.map((fen) => Chessops.fromSetup(parseFen(fen).unwrap()).unwrap());
measure('chessops: moves', n, (i) => {
    let count = 0;
    for (const [, to] of ops[i].allDests()) for (const _ of to) count += 1;
    return count;
});
measure('chessops: SAN read', n, (i) => parseSan(ops[i], sans[i]), 4);
measure('chessops: FEN read', n, (i) => Chessops.fromSetup(parseFen(fens[i]).unwrap()).unwrap(), 4);
const js = fens.slice(0, 64).map((fen) => new ChessJs(fen));
measure('chess.js: moves', 64, (i) => js[i].moves());
measure('chess.js: FEN read', 64, (i) => new ChessJs(fens[i]));

let games = 0;
const read = cpu(() => {
    for (const game of pgn.read(sample)) games += game.moves.length >= 0 ? 1 : 0;
});
console.log(`hakam: PGN ${(read / games / 1000).toFixed(1)} us a game, ${games} games`);
const part = sample.subarray(0, 400_000).toString();
let theirs = 0;
const parsed = cpu(() => {
    for (const game of parsePgn(part)) {
        theirs += 1;
        const position = startingPosition(game.headers).unwrap();
        for (const node of game.moves.mainline()) {
            const move = parseSan(position, node.san);
            if (!move) break;
            position.play(move);
        }
    }
});
console.log(`chessops: PGN ${(parsed / theirs / 1000).toFixed(1)} us a game, ${theirs} games`);
