/**
 * The redirect target after sign-in: a page of the admin app, or its home page when `wanted` is anything else.
 * `sameHost`: the admin app is on the host of this request, so a path is enough.
 */
export function safeReturnTo(wanted: string | undefined, adminUrl: URL, sameHost: boolean): string {
  const address = (url: URL) => (sameHost ? url.pathname + url.search + url.hash : url.href)
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  if (!wanted || /[\u0000-\u0020\\]/.test(wanted) || !URL.canParse(wanted, adminUrl.origin)) return address(adminUrl)
  const url = new URL(wanted, adminUrl.origin)
  const inside = url.pathname === adminUrl.pathname || url.pathname.startsWith(`${adminUrl.pathname}/`)
  const ours = url.origin === adminUrl.origin && !url.username && !url.password
  return inside && ours ? address(url) : address(adminUrl)
}
