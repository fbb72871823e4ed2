import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import rows from './Rows.module.css'

type RowProps = {
  label?: string
  /** The widths of its columns, such as "5fr 4fr auto". On a phone, which has no room for them, the cells are stacked. */
  columns?: string
  children: ReactNode
}

export const Row = ({ label, columns, children }: RowProps) => (
  <Box component="li" className={rows.row} aria-label={label} __vars={{ '--row-columns': columns }}>
    {children}
  </Box>
)

type CellProps = {
  /** What the row is about, and the badges next to it. */
  name?: string
  badges?: ReactNode
  /** A quiet line below. */
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
