/** The number of all matching records, from `X-Total-Count`. Undefined if the server doesn't send it. */
export function totalCount(headers: Headers): number | undefined {
  const total = headers.get('X-Total-Count')
  return total && /^\d+$/.test(total) ? Number(total) : undefined
}

/** True if the server stopped counting, so there are more records than `totalCount`. */
export const totalIsCapped = (headers: Headers): boolean => headers.get('X-Total-Count-Capped') === 'true'

/** True if the records match only by similar spelling. */
export const isSimilar = (headers: Headers): boolean => headers.get('X-Search-Similar') === 'true'
