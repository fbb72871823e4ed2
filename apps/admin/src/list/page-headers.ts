/** Number of all matching records, from `X-Total-Count`; undefined if the server does not say. */
export function totalCount(headers: Headers): number | undefined {
  const total = headers.get('X-Total-Count')
  return total && /^\d+$/.test(total) ? Number(total) : undefined
}

/** Whether the server stopped counting, so that there are more records than `totalCount` says. */
export const totalIsCapped = (headers: Headers): boolean => headers.get('X-Total-Count-Capped') === 'true'

/** Whether the records only have words that are spelled similarly to those that were searched. */
export const isSimilar = (headers: Headers): boolean => headers.get('X-Search-Similar') === 'true'
