import type { Change, FieldChange } from '@app/api-client'
import rows from './Rows.module.css'
import styles from './ChangeEntry.module.css'
import { Instant } from '../components/Instant.tsx'

export interface ShownChange {
  /** Empty if the action includes it. */
  label: string
  before: string | undefined
  after: string | undefined
}

type Props = { entry: Change; action: string; shown: (change: FieldChange) => ShownChange }

/** One row of a log of changes: what was done, its fields, who did it, and when. */
export const ChangeEntry = ({ entry: { recordName, actor, changes, createdAt }, action, shown }: Props) => (
  <li className={`${rows.row} ${styles.change}`}>
    <div>
      <p>
        {action} {recordName && <strong dir="auto">{recordName}</strong>}
      </p>
      {changes.map((change) => {
        const { label, before, after } = shown(change)
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
    <p className={rows.quiet}>
      <span dir="auto">{actor}</span> · <Instant at={createdAt} />
    </p>
  </li>
)
