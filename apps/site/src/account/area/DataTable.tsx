import type { ReactNode } from 'react'
import table from './Table.module.css'

interface DataTableProps {
  label: string
  heads: readonly string[]
  /** Those of the heads whose columns hold numbers. */
  numbers?: readonly string[]
  /** True if the last column holds buttons. `heads` doesn't include it. */
  hasActions?: boolean
  /** Its rows. */
  children: ReactNode
}

/** A table of the customer area. On a phone or tablet, each row is a card. */
export const DataTable = ({ label, heads, numbers = [], hasActions = false, children }: DataTableProps) => (
  <table aria-label={label} className={table.table}>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col" className={numbers.includes(head) ? table.number : undefined}>
            {head}
          </th>
        ))}
        {hasActions && (
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
