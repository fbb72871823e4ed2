import { Table } from '@mantine/core'
import { useState } from 'react'
import { FigureTable } from '../components/FigureTable.tsx'
import { figure } from '../components/format.ts'
import styles from './Chart.module.css'
import type { Series } from './daily-series.ts'

/** The numbers of the chart, newest first, for people who prefer a table or can't see the bars. */
export function SeriesTable({ series: { sources, bars }, noun }: { series: Series; noun: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show as a table</summary>
      {isOpen && (
        <div role="group" aria-label="Chart data, scrolls" tabIndex={0} className={styles.tableBox}>
          <FigureTable label={`Numbers of ${noun}`} columns={['Day', ...sources, 'All']}>
            {bars.toReversed().map(({ label, counts, total }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row">{label}</Table.Th>
                {sources.map((source, rank) => (
                  <Table.Td key={source}>{figure(counts[rank] ?? 0)}</Table.Td>
                ))}
                <Table.Td>{figure(total)}</Table.Td>
              </Table.Tr>
            ))}
          </FigureTable>
        </div>
      )}
    </details>
  )
}
