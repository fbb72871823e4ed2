import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './FigureTable.module.css'

type Props = {
  label: string
  columns: readonly string[]
  isStale?: boolean
  /** The last row. */
  total?: ReactNode
  children: ReactNode
}

/** A table of figures in which each row starts with a name. */
export const FigureTable = ({ label, columns, isStale = false, total, children }: Props) => (
  <div className={styles.scroll}>
    <Table aria-label={label} aria-busy={isStale} className={styles.table} tabularNums>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column} scope="col">
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
      {total && <Table.Tfoot>{total}</Table.Tfoot>}
    </Table>
  </div>
)
