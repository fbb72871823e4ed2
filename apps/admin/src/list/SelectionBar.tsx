import { Checkbox, Group } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'
import { isTyped } from '../components/keyboard.ts'
import styles from './SelectionBar.module.css'

type Props = {
  label: string
  selection: Pick<Selection<{ id: string }>, 'areAllChosen' | 'selectAll'> & { chosen: readonly unknown[] }
  /** True while the list loads. The bar already reserves its space. */
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
      {hasChosen ? <Group gap={8}>{children}</Group> : idle}
    </div>
  )
}

const nothing: ReadonlySet<string> = new Set()

/** The selected records of a list, except those no longer in it. */
export function useSelection<Item extends { id: string }>(shown: readonly Item[] = []) {
  const [selected, setSelected] = useState(nothing)
  const lastChosen = useRef<string>(undefined)
  const chosen = shown.filter(({ id }) => selected.has(id))
  return {
    chosen,
    areAllChosen: chosen.length > 0 && chosen.length === shown.length,
    has: (id: string): boolean => selected.has(id),
    /** A range also selects everything back to the last selected record. */
    select: (id: string, isSelected: boolean, isRange: boolean) => {
      const ids = shown.map((item) => item.id)
      const from =
        isRange && lastChosen.current !== undefined && ids.includes(lastChosen.current) ? lastChosen.current : id
      const ends = [ids.indexOf(id), ids.indexOf(from)]
      const changed = ids.slice(Math.min(...ends), Math.max(...ends) + 1)
      lastChosen.current = id
      setSelected(
        (before) => new Set([...before].filter((other) => !changed.includes(other)).concat(isSelected ? changed : [])),
      )
    },
    selectAll: (all: boolean) => setSelected(all ? new Set(shown.map(({ id }) => id)) : nothing),
  }
}

export type Selection<Item extends { id: string }> = ReturnType<typeof useSelection<Item>>
