const configured: string = import.meta.env['VITE_API_URL'] ?? ''

/** Empty, the default, means the origin the app came from. */
export const apiOrigin = configured.replace(/(?<!\/)\/+$/, '')

export const logoutUrl = `${apiOrigin}/api/logout`

/** Why the sign-in page opens, for it to say. */
export type SignInReason = 'session_ended' | 'draft_kept'

/** `returnTo` is a path of this app, with its query. */
export const loginUrl = (returnTo: string, reason?: SignInReason): string =>
  `${apiOrigin}/api/login?return_to=${encodeURIComponent(returnTo)}${reason ? `&reason=${reason}` : ''}`
