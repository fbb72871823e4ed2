/** Sections of the home page for whoever scans a code that does not work. The API redirects to them; a section shows when it is the target. */
export const brokenLinkIds = { unknown: 'unknown-link', ended: 'ended-link' } as const
