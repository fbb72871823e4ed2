/** How often a process that prints says so. */
export const beatMs = 3_000

/** SQL over print_renderer: whether it still does. One word that is lost or late costs nothing. */
export const isAlive = `seen_at > now() - interval '10 seconds'`
