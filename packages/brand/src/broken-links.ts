/**
 * Sections of the home page for QR codes that do not work. The API redirects to them. Each is visible only as the URL's
 * target.
 */
export const brokenLinkIds = { unknown: 'unknown-link', ended: 'ended-link' } as const
