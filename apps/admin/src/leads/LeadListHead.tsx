import type { Lead } from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refreshLeads } from '../cache/lead-cache.ts'
import { firstPage, type UrlState } from '../list/use-url-state.ts'
import { NewArrivals } from '../live/NewArrivals.tsx'
import styles from './LeadListHead.module.css'

type Props = {
  id: string
  title: string
  shown: readonly Lead[] | undefined
  url: UrlState
  /** For screen readers only, because the screen's own title or view already shows it. */
  isQuiet?: boolean
  children: ReactNode
}

/** The title of a list of leads, the number of new arrivals, and the list's actions. */
export function LeadListHead({ id, title, shown, url, isQuiet = false, children }: Props) {
  const queryClient = useQueryClient()
  const showNew = () => {
    // New leads are only at the top in the default order.
    url.set({ order: undefined, ...firstPage })
    refreshLeads(queryClient)
  }
  return (
    <div className={styles.head} data-quiet={isQuiet || undefined}>
      <div className={styles.title}>
        <h2 id={id} tabIndex={-1} data-list-title dir="auto">
          {title}
        </h2>
        <NewArrivals kind="leads" noun="leads" shown={shown} onShow={showNew} />
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}
