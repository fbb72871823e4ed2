import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './SelectionBar.module.css'
import type { Selection } from './use-selection.ts'

type Props = {
  label: string
  selection: Pick<Selection<{ id: string }>, 'areAllChosen' | 'selectAll'> & { chosen: readonly unknown[] }
  /** The list has not loaded yet; the bar already takes its place. */
  isLoading: boolean
  /** Bulk actions for the selected records. */
  children: ReactNode
}

/** Selects every record that the list shows, and holds the bulk actions. */
export function SelectionBar({ label, selection, isLoading, children }: Props) {
  const { chosen, areAllChosen, selectAll } = selection
  return (
    <div role="group" aria-label={label} className={styles.bar} data-active={chosen.length > 0 || undefined}>
      <Checkbox
        label={chosen.length > 0 ? `${chosen.length} selected` : 'Select all shown'}
        checked={areAllChosen}
        disabled={isLoading}
        indeterminate={chosen.length > 0 && !areAllChosen}
        onChange={(event) => selectAll(event.currentTarget.checked)}
      />
      {chosen.length > 0 && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
