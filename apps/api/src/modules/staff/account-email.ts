/** An email address as accounts are stored under it. PostgreSQL takes no NUL, and no address has one. */
export const accountEmail = (typed: string): string => typed.replaceAll('\u0000', '').trim().toLowerCase()
