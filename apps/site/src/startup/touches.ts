import type { Touches } from '@app/api-client'

/** The visitor's attribution, in the format a form sends. Undefined where the page's script did not run. */
export const touchesFrom = (formPage: string): Touches | undefined => {
  const visits = window.visits?.()
  return visits && { ...visits, formPage: formPage.slice(0, 200) }
}
