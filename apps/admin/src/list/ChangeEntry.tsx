import type { Change, FieldChange } from '@app/api-client'
import type { ReactNode } from 'react'
import rows from './Rows.module.css'
import styles from './ChangeEntry.module.css'
import { Instant } from '../components/Instant.tsx'

export interface ShownChange {
  /** Empty if the action includes it. */
  label: string
  before: string | undefined
  after: string | undefined
}

/** A record that still exists has both sides: a field without a value is empty, not absent. */
const bothSides = (change: FieldChange): FieldChange => ({
  ...change,
  before: change.before ?? '',
  after: change.after ?? '',
})

type Props = {
  entry: Pick<Change, 'recordName' | 'action' | 'changes' | 'actor' | 'createdAt'>
  action: string
  shown: (change: FieldChange) => ShownChange
  /** A button. */
  children?: ReactNode
}

/** One row of a change log: the action, its fields, who did it, and when. */
export const ChangeEntry = ({ entry, action, shown, children }: Props) => (
  <li className={`${rows.row} ${styles.change}`}>
    <div>
      <p>
        {action} {entry.recordName && <strong dir="auto">{entry.recordName}</strong>}
      </p>
      {entry.changes.map((change) => {
        const { label, before, after } = shown(entry.action === 'update' ? bothSides(change) : change)
        return (
          <p key={change.field} className={styles.field}>
            {label && `${label}: `}
            {before !== undefined && <bdi>{before}</bdi>}
            {before !== undefined && after !== undefined && <span aria-label="became"> → </span>}
            {after !== undefined && <bdi>{after}</bdi>}
          </p>
        )
      })}
    </div>
    <div>
      <p className={rows.quiet}>
        <span dir="auto">{entry.actor}</span> · <Instant at={entry.createdAt} />
      </p>
      {children && <div className={rows.actions}>{children}</div>}
    </div>
  </li>
)
