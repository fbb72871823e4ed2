import type { Page } from '../db/keyset-page.ts'

/** A response to a write that takes an Idempotency-Key. `isNew` is false when an earlier request got the same response. */
export const replayable = <Body>(body: Body, isNew: boolean) => ({
  body,
  headers: { 'Idempotent-Replayed': isNew ? undefined : 'true' },
})

/**
 * One page of a list, with `Link` and `X-Total-Count`, and headers for whether counting stopped early and whether its
 * rows are only similar. `url` is the request's path and query.
 */
export async function pageResponse<Row>(url: string, page: Page<Row> | Promise<Page<Row>>) {
  const { rows, total, isCapped, isSimilar, next } = await page
  return {
    body: rows,
    headers: {
      Link: next && `<${withCursor(url, next)}>; rel="next"`,
      'X-Total-Count': String(total),
      'X-Total-Count-Capped': isCapped ? 'true' : undefined,
      'X-Search-Similar': isSimilar ? 'true' : undefined,
    },
  }
}

function withCursor(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.set('cursor', cursor)
  return `${pathname}?${searchParams.toString()}`
}

/** Makes the browser save the response under this file name. */
export const attachment = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` })

/** Names a CSV file after its content and the export date in this time zone. */
export const csvFileHeaders = (name: string, timeZone: string) =>
  // Swedish dates are in ISO 8601 format.
  attachment(`${name}-${new Date().toLocaleDateString('sv-SE', { timeZone })}.csv`)
