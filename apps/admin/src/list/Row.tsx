import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import rows from './Rows.module.css'

type RowProps = {
  label?: string
  /** The column widths, such as "5fr 4fr auto". On a phone, which is too narrow for columns, the cells are stacked. */
  columns?: string
  children: ReactNode
}

export const Row = ({ label, columns, children }: RowProps) => (
  <Box component="li" className={rows.row} aria-label={label} __vars={{ '--row-columns': columns }}>
    {children}
  </Box>
)

type CellProps = {
  /** The name of the record, and the badges next to it. */
  name?: string
  badges?: ReactNode
  /** A muted line below. */
  note?: ReactNode
  children?: ReactNode
}

export const Cell = ({ name, badges, note, children }: CellProps) => (
  <div>
    {name !== undefined && (
      <div className={rows.name}>
        <bdi>{name}</bdi>
        {badges && <> {badges}</>}
      </div>
    )}
    {children}
    {note && <p className={rows.quiet}>{note}</p>}
  </div>
)
