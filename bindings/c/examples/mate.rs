// The mating moves again, from Rust without a crate: rustc mate.rs -l hakam && ./mate
use std::ffi::{c_char, c_int};

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Position([u64; 8]);

extern "C" {
    fn hakam_position_read(
        fen: *const c_char,
        length: usize,
        flags: u32,
        out: *mut Position,
        error: *mut u8,
    ) -> i32;
    fn hakam_legal_moves(position: *const Position, out: *mut u32, capacity: usize) -> usize;
    fn hakam_after_legal(position: *const Position, mv: u32, out: *mut Position);
    fn hakam_is_checkmate(position: *const Position) -> c_int;
    fn hakam_move_san(position: *const Position, mv: u32, buffer: *mut c_char, size: usize)
        -> usize;
}

fn main() {
    let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 99 150";
    let mut start = Position::default();
    let mut moves = [0u32; 664];
    // The error is not asked for here, so a null pointer is passed for it.
    let code = unsafe {
        hakam_position_read(fen.as_ptr().cast(), fen.len(), 0, &mut start, std::ptr::null_mut())
    };
    assert_eq!(code, 0, "not a position");
    let count = unsafe { hakam_legal_moves(&start, moves.as_mut_ptr(), moves.len()) };
    for &mv in &moves[..count] {
        let mut next = Position::default();
        let mut text = [0u8; 16];
        unsafe {
            hakam_after_legal(&start, mv, &mut next);
            if hakam_is_checkmate(&next) == 0 {
                continue;
            }
            let length = hakam_move_san(&start, mv, text.as_mut_ptr().cast(), text.len());
            println!("{}", std::str::from_utf8(&text[..length]).unwrap());
        }
    }
}
