/** Sentences about what happened, in the page's language. */
import { opposite, type Color } from '../board/types';
import type { GameInfo, Result, Ruling } from '../protocol/messages';
import type { Ply } from '../rules/rules';
import { t, type Key, type Values } from '../words/words.svelte';

/** Words by reason, as the match room spells it but with underscores. */
const byReason: Readonly<Record<string, Key>> = {
    checkmate: 'msg.checkmate',
    stalemate: 'msg.stalemate',
    dead_position: 'msg.dead',
    agreement: 'msg.agreed',
    threefold_repetition: 'end.threefold',
    fivefold_repetition: 'msg.fivefold',
    fifty_moves: 'end.fifty',
    seventyfive_moves: 'msg.seventyfive',
    resignation: 'msg.resign',
    resignation_cannot_mate: 'msg.resign_draw',
    flag_fall: 'msg.flag_loss',
    flag_fall_cannot_mate: 'msg.flag_draw',
    flag_fall_insufficient_material: 'flag_insufficient',
    illegal_moves: 'msg.illegal2',
    illegal_moves_cannot_mate: 'msg.illegal2_draw',
    illegal_move_cannot_mate: 'msg.illegal2_draw',
    disconnection: 'disconnect_loss',
    disconnection_cannot_mate: 'disconnect_draw',
    default_time: 'msg.default',
    forbidden_device: 'msg.device',
    forbidden_device_cannot_win: 'device_draw',
    illegal_position: 'msg.illegal_position',
    bad_sealed_move: 'msg.sealed_bad',
    bad_sealed_move_cannot_mate: 'msg.illegal2_draw',
    initial_position: 'msg.restart',
    arbiter_decision: 'end.arbiter',
    penalty: 'end.arbiter',
    normal_means: 'end.arbiter',
    insufficient_losing_chances: 'end.arbiter',
    no_agreement_on_position: 'end.arbiter',
    aborted: 'end.aborted',
    both_flags: 'end.both_flags',
    illegal_move: 'end.illegal_move',
    signed_result: 'end.signed',
    normal_means_referred: 'end.arbiter',
    colours_reversed: 'end.colours',
    conduct: 'end.arbiter',
};

/** Words by kind of ruling. */
const byRuling: Readonly<Record<string, Key>> = {
    illegal: 'ruling.illegal',
    touch_upheld: 'ruling.touch_upheld',
    touch_rejected: 'ruling.touch_rejected',
    claim_upheld: 'ruling.claim_upheld',
    claim_rejected: 'ruling.claim_rejected',
    no_right: 'msg.claim_noright',
    stands: 'msg.stand',
    warning: 'ruling.warning',
    penalty: 'ruling.penalty',
    corrected: 'ruling.corrected',
    position: 'ruling.corrected',
    draw_refused: 'ruling.draw_refused',
    new_game: 'msg.restart',
    override: 'ruling.override',
    note: 'ruling.note',
    referred: 'ruling.referred',
};

/** Why a side cannot mate, by the argument's name. */
const byArgument: Readonly<Record<string, Key>> = {
    game_over: 'why.game_over',
    lone_king: 'why.lone_king',
    lone_knight: 'why.lone_knight',
    one_color_bishops: 'why.one_color_bishops',
    region: 'why.region',
    closed_set: 'why.closed_set',
    partial_set: 'why.partial_set',
};
export interface Argument {
    readonly side: Color;
    readonly argument: string;
    /** Positions that were looked at, if that is the argument. */
    readonly count?: number;
}
/** Why `side` cannot mate, in a sentence; nothing if the argument has no words here. */
export function whyNoMate({ side, argument, count = 0 }: Argument): string {
    const key = byArgument[argument.replaceAll('-', '_')];
    if (!key) return '';
    const name = t(side === 'white' ? 'side.white' : 'side.black');
    return `${name}: ${t(key, { count: String(count) })}`;
}

/** "1-0", "½-½"; nothing where there is no score. */
export function outcomeText(result: Result): string {
    return result.outcome === '*' ? '' : result.outcome.replaceAll('1/2', '½');
}

export function sideName(info: GameInfo, side: Color): string {
    return info[side].name || t(side === 'white' ? 'side.white' : 'side.black');
}

/** The words for a reason or a ruling, if there are any. */
export function keyOf(kind: 'reason' | 'ruling', code: string): Key | undefined {
    return (kind === 'reason' ? byReason : byRuling)[code.replaceAll('-', '_').toLowerCase()];
}

/** Why the game ended or what was ruled; the sender's own English if we have no words for it. */
export function sentenceOf(what: Result | Ruling, info: GameInfo): string {
    let key = keyOf('outcome' in what ? 'reason' : 'ruling', what.reason);
    // Only a wrong claim of a draw stands as an offer of one, and where the Laws say so.
    if (key === 'ruling.claim_rejected' && what.articles.some((a) => a.article === '9.1.2.3')) {
        key = 'ruling.claim_rejected_offer';
    }
    if (!key) return what.sentence;
    const outcome = 'outcome' in what ? what.outcome : null;
    const winner: Color | null = outcome === '1-0' ? 'white' : outcome === '0-1' ? 'black' : null;
    const loser = winner ? opposite(winner) : sideInEvidence(what);
    const values: Record<string, string> = {};
    if (winner) values.winner = sideName(info, winner);
    if (loser) {
        values.player = sideName(info, loser);
        values.opponent = sideName(info, opposite(loser));
    }
    const text = t(key, values satisfies Values);
    // A sentence with an open place would be worse than one in English.
    return /\{\w+\}/.test(text) ? what.sentence : text;
}

/** A draw that is about one side (his flag fell, the other cannot mate) says whose. */
function sideInEvidence(what: Result | Ruling): Color | null {
    const side =
        ('side' in what ? what.side : undefined) ??
        (what.evidence as { side?: unknown } | undefined)?.side;
    return side === 'white' || side === 'black' ? side : null;
}

/** A move as it is spoken: brief "Nf3, check", or full "White: knight g1 takes f3, check". */
export function spoken(ply: Ply, full: boolean): string {
    const end = ply.mate ? t('checkmate') : ply.check ? t('check') : '';
    if (!full) {
        const move = ply.castling
            ? t(ply.castling === 'king' ? 'castling_short' : 'castling_long')
            : `${ply.piece === 'pawn' ? '' : `${t(`piece.${ply.piece}`)} `}${ply.to}${
                  ply.promotion ? ` ${t(`piece.${ply.promotion}`)}` : ''
              }`;
        return [move, end].filter(Boolean).join(', ');
    }
    const side = t(ply.color === 'white' ? 'side.white' : 'side.black');
    const move = ply.castling
        ? t(ply.castling === 'king' ? 'castling_short' : 'castling_long')
        : t(ply.captured ? 'spoken.capture' : 'spoken.move', {
              piece: t(`piece.${ply.piece}`),
              from: ply.from,
              to: ply.to,
              captured: ply.captured ? t(`piece.${ply.captured}`) : '',
          });
    const promotion = ply.promotion
        ? t('spoken.promotion', { piece: t(`piece.${ply.promotion}`) })
        : '';
    const passing = ply.enPassant ? t('en_passant') : '';
    return [`${side}: ${move}`, promotion, passing, end].filter(Boolean).join(', ');
}
