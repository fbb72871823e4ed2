import { figure } from '../components/format.ts'

/** The number of all matching records, from `X-Total-Count`. Undefined if the server doesn't send it. */
export function totalCount(headers: Headers): number | undefined {
  const total = headers.get('X-Total-Count')
  return total && /^\d+$/.test(total) ? Number(total) : undefined
}

/** True if the server stopped counting, so there are more records than `totalCount`. */
export const totalIsCapped = (headers: Headers): boolean => headers.get('X-Total-Count-Capped') === 'true'

/** The number of all matching records as people read it: "1,240", or "10,000+" where the server stopped counting. */
export function totalText(headers: Headers | undefined): string | undefined {
  const total = headers && totalCount(headers)
  return total === undefined ? undefined : `${figure(total)}${headers && totalIsCapped(headers) ? '+' : ''}`
}

/** True if the records match only by similar spelling. */
export const isSimilar = (headers: Headers): boolean => headers.get('X-Search-Similar') === 'true'
