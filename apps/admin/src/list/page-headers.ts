/** Cursor of the page that `Link: <...>; rel="next"` leads to, or undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  const next = /<([^>]*)>\s*;\s*rel="?next"?/i.exec(headers.get('Link') ?? '')?.[1]
  if (!next) return undefined
  return new URL(next, window.location.origin).searchParams.get('cursor') ?? undefined
}

/** Number of all matching records, from `X-Total-Count`; undefined if the server does not say. */
export function totalCount(headers: Headers): number | undefined {
  const total = headers.get('X-Total-Count')
  return total && /^\d+$/.test(total) ? Number(total) : undefined
}

/** Whether the server stopped counting, so that there are more records than `totalCount` says. */
export const totalIsCapped = (headers: Headers): boolean => headers.get('X-Total-Count-Capped') === 'true'

/** Whether the records only have words that are spelled similarly to those that were searched. */
export const isSimilar = (headers: Headers): boolean => headers.get('X-Search-Similar') === 'true'
