/** An email address as accounts store it. Without NUL, which PostgreSQL rejects and no address contains. */
export const accountEmail = (typed: string): string => typed.replaceAll('\u0000', '').trim().toLowerCase()
