import type { Page } from '../db/keyset-page.ts'

/** `Link` and `X-Total-Count` of one page; `url` is the request's own path and query. */
export function pageHeaders(url: string, { total, next }: Pick<Page<unknown>, 'total' | 'next'>) {
  return { Link: next && `<${withCursor(url, next)}>; rel="next"`, 'X-Total-Count': String(total) }
}

function withCursor(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', cursor)
  return `${path}?${parameters.toString()}`
}
