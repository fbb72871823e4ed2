const configured: string = import.meta.env['VITE_API_URL'] ?? ''

/** Empty by default, which means the origin the app was loaded from. */
export const apiOrigin = configured.replace(/(?<!\/)\/+$/, '')

export const logoutUrl = `${apiOrigin}/api/logout`

/** The reason that the sign-in page shows. */
export type SignInReason = 'session_ended' | 'draft_kept'

/** `returnTo` is a path of this app, with its query. */
export const loginUrl = (returnTo: string, reason?: SignInReason): string =>
  `${apiOrigin}/api/login?return_to=${encodeURIComponent(returnTo)}${reason ? `&reason=${reason}` : ''}`
