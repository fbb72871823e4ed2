import { useRef, useState } from 'react'

const nothing: ReadonlySet<string> = new Set()

/** The selected records of a list, without those that are no longer in it. */
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
