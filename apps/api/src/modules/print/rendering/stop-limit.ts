/** How long proofs in work may take when a process ends. The others are left to other renderers. */
export const proofLimitMs = 5_000

/** The same with the time to leave them, and to close the browser. */
export const drainLimitMs = 9_000
