/** Announces that rows of print_proof wait. Its payload is empty. */
export const queueChannel = 'print_queue'

/** Announces that a proof is finished. Its payload is the proof's id. */
export const doneChannel = 'print_done'
