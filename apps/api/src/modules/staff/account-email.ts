/** An email address as stored in accounts. Removes NUL, which PostgreSQL rejects and no address contains. */
export const accountEmail = (typed: string): string => typed.replaceAll('\u0000', '').trim().toLowerCase()
