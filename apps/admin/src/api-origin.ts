const configured: string = import.meta.env['VITE_API_URL'] ?? ''

/** Empty, the default, means the origin the app came from. */
export const apiOrigin = configured.replace(/\/+$/, '')

export const logoutUrl = `${apiOrigin}/api/logout`

/** `returnTo` is a path of this app, with its query. */
export const loginUrl = (returnTo: string): string => `${apiOrigin}/api/login?return_to=${encodeURIComponent(returnTo)}`
