import type { Page } from '../db/keyset-page.ts'

/**
 * One page of a list, with `Link` and `X-Total-Count`, whether counting stopped early, and whether its rows are only similar.
 * `url` is the request's path and query.
 */
export const pageResponse = <Row>(url: string, { rows, total, isCapped, isSimilar, next }: Page<Row>) => ({
  body: rows,
  headers: {
    Link: next && `<${withCursor(url, next)}>; rel="next"`,
    'X-Total-Count': String(total),
    'X-Total-Count-Capped': isCapped ? 'true' : undefined,
    'X-Search-Similar': isSimilar ? 'true' : undefined,
  },
})

function withCursor(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.set('cursor', cursor)
  return `${pathname}?${searchParams.toString()}`
}
