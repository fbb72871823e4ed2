import { Checkbox } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { isTyped } from '../components/single-keys.ts'
import styles from './SelectionBar.module.css'
import type { Selection } from './use-selection.ts'

type Props = {
  label: string
  selection: Pick<Selection<{ id: string }>, 'areAllChosen' | 'selectAll'> & { chosen: readonly unknown[] }
  /** The list is still loading; the bar already reserves its place. */
  isLoading: boolean
  /** Shown while nothing is selected. */
  idle?: ReactNode
  children: ReactNode
}

/** True if a dialog is open, or if the key was pressed in a dialog or menu, which may already have closed and unmounted. */
const isInLayer = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null)

/** Selects every record on the page, and contains the bulk actions. */
export function SelectionBar({ label, selection, isLoading, idle, children }: Props) {
  const { chosen, areAllChosen, selectAll } = selection
  const hasChosen = chosen.length > 0
  useWindowEvent('keydown', (event) => {
    // Escape closes a dialog or a menu first, and clears a search box.
    if (event.key !== 'Escape' || !hasChosen || isTyped(event) || isInLayer(event)) return
    selectAll(false)
  })
  return (
    <div role="group" aria-label={label} className={styles.bar} data-active={hasChosen || undefined}>
      <Checkbox
        label={hasChosen ? `${chosen.length} selected` : 'Select all shown'}
        checked={areAllChosen}
        disabled={isLoading}
        data-select-all
        indeterminate={hasChosen && !areAllChosen}
        onChange={(event) => selectAll(event.currentTarget.checked)}
      />
      {hasChosen ? <div className={styles.actions}>{children}</div> : idle}
    </div>
  )
}
