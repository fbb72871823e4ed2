import type { Lead } from '@app/api-client'
import type { ReactNode } from 'react'
import { NewArrivals } from '../live/NewArrivals.tsx'
import styles from './LeadListHead.module.css'

type Props = {
  id: string
  title: string
  shown: readonly Lead[] | undefined
  /** Reloads the list from its first page. */
  onShowNew: () => void
  /** For screen readers only, because the screen's own title or view already shows it. */
  isQuiet?: boolean
  /** Buttons next to the title. */
  children: ReactNode
}

/** The title of a list of leads, the number of new arrivals, and the list's actions. */
export const LeadListHead = ({ id, title, shown, onShowNew, isQuiet = false, children }: Props) => (
  <div className={styles.head} data-quiet={isQuiet || undefined}>
    <div className={styles.title}>
      <h2 id={id} tabIndex={-1} data-list-title dir="auto">
        {title}
      </h2>
      <NewArrivals kind="leads" noun="leads" shown={shown} onShow={onShowNew} />
    </div>
    <div className={styles.actions}>{children}</div>
  </div>
)
