/** Announces that a proof is finished. Its payload is the proof's id. */
export const doneChannel = 'print_done'
