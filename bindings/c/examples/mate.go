// The mating moves again, from Go by cgo: go run mate.go
package main

/*
#cgo pkg-config: hakam
#include <hakam.h>
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

func main() {
	words := "7k/8/5KQ1/8/8/8/8/8 w - - 99 150"
	fen := C.CString(words)
	defer C.free(unsafe.Pointer(fen))
	var start, next C.hakam_position
	var problem C.hakam_error
	if C.hakam_position_read(fen, C.size_t(len(words)), 0, &start, &problem) != C.HAKAM_OK {
		fmt.Fprintf(os.Stderr, "%d:%d: expected %s\n", problem.line, problem.column,
			C.GoString(&problem.expected[0]))
		os.Exit(1)
	}
	var moves [C.HAKAM_MAX_MOVES]C.hakam_move
	count := C.hakam_legal_moves(&start, &moves[0], C.HAKAM_MAX_MOVES)
	for _, move := range moves[:count] {
		C.hakam_after_legal(&start, move, &next)
		if C.hakam_is_checkmate(&next) != 0 {
			var text [16]C.char
			C.hakam_move_san(&start, move, &text[0], 16)
			fmt.Println(C.GoString(&text[0]))
		}
	}
}
