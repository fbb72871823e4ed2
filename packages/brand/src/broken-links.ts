/** Sections of the home page for QR codes that do not work. The API redirects to them, and each shows only as the target. */
export const brokenLinkIds = { unknown: 'unknown-link', ended: 'ended-link' } as const
