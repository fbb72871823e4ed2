import type { Touches } from '@app/api-client'

/** How the visitor came, as a form on this page sends it. */
export const touchesFrom = (formPage: string): Touches | undefined => {
  const visits = window.visits?.()
  return visits && { ...visits, formPage: formPage.slice(0, 200) }
}
