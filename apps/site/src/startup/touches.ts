import type { Touches } from '@app/api-client'

type Visits = Pick<Touches, 'first' | 'last'>

/** True if the visits show more than a direct visit to the page with the form. */
function saysMore({ first, last }: Visits, formPage: string): boolean {
  const { at, page, ...origin } = last
  const isEarlier = first.at !== at || Date.parse(first.at) < performance.timeOrigin
  return isEarlier || page !== formPage || Object.values(origin).some(Boolean)
}

/**
 * The visitor's attribution, in the format that forms send. Undefined if there is nothing to report, or if the page's
 * script did not run.
 */
export const touchesFrom = (formPage: string): Touches | undefined => {
  const visits = window.visits?.()
  return visits && saysMore(visits, formPage) ? { ...visits, formPage: formPage.slice(0, 200) } : undefined
}
