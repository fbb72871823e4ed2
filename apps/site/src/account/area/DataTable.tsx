import type { ReactNode } from 'react'
import table from './Table.module.css'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** On a phone or tablet, the column's title precedes the cell. */
  isLabeled?: boolean
  className?: string | undefined
}

interface DataTableProps<Row> {
  label: string
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Shown instead of a table without rows. */
  empty?: ReactNode
  /** Buttons in an extra last column. */
  renderActions?: (row: Row) => ReactNode
}

/** A table of the customer area. On a phone or tablet, each row is a card. */
export function DataTable<Row>({ label, columns, rows, keyOf, empty, renderActions }: DataTableProps<Row>) {
  if (rows.length === 0) return empty
  return (
    <table aria-label={label} className={table.table}>
      <thead>
        <tr>
          {columns.map(({ head, className }) => (
            <th key={head} scope="col" className={className}>
              {head}
            </th>
          ))}
          {renderActions && (
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, cell, isLabeled, className }) => (
              <td key={head} className={className} data-label={isLabeled ? head : undefined}>
                {cell(row)}
              </td>
            ))}
            {renderActions && <td className={table.actions}>{renderActions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
