/** The cursor of the next page, from `Link: <...>; rel="next"`. Undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  const next = /<([^<>]*)>\s*;\s*rel="?next"?/i.exec(headers.get('Link') ?? '')?.[1]
  // The URL may be relative. Only its query is read.
  if (!next) return undefined
  return new URL(next, 'http://localhost').searchParams.get('cursor') ?? undefined
}
