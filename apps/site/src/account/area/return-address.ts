import { accountPaths } from '../../content/account-paths.ts'

const parameter = 'return_to'

/** The address of the sign-in page that returns to this address of the area. */
export const signInAddress = (address: string): string =>
  `${accountPaths.signIn}?${new URLSearchParams({ [parameter]: address }).toString()}`

/** The address to open after signing in. It must be a screen of the area: anyone can write the parameter into a link. */
export function returnAddress(params: URLSearchParams): string {
  const wanted = params.get(parameter) ?? ''
  const { origin } = location
  if (!wanted.startsWith('/') || !URL.canParse(wanted, origin)) return accountPaths.overview
  const url = new URL(wanted, origin)
  const isScreen = Object.values<string>(accountPaths).includes(url.pathname) && url.pathname !== accountPaths.signIn
  return url.origin === origin && isScreen ? url.pathname + url.search : accountPaths.overview
}
