import type { PieceSummary } from '@app/api-client'
import { pieceSizeLabels, pieceStatusLabels } from '@app/labels'
import { Link } from 'react-router-dom'
import { onTop, screenAddress, useMode } from '../area/address.ts'
import { type Column, DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { StateText } from '../area/StateText.tsx'
import { Time } from '../area/Time.tsx'
import { chargeText, cityText, pieceTones } from './piece-display.ts'

interface PieceTableProps {
  label: string
  pieces: readonly PieceSummary[]
  /** The address that opens a piece. By default, on the pieces screen. */
  to?: (id: string) => string
}

const columns: readonly Column<PieceSummary>[] = [
  { head: 'To', cell: ({ To }) => cityText(To) },
  { head: 'Size', cell: ({ Size }) => pieceSizeLabels[Size] },
  {
    head: 'Status',
    cell: ({ Status }) => <StateText tone={pieceTones[Status]}>{pieceStatusLabels[Status]}</StateText>,
  },
  { head: 'Price', cell: chargeText, className: table.number },
  { head: 'Created', cell: ({ CreatedAt }) => <Time at={CreatedAt} /> },
]

export function PieceTable({ label, pieces, to }: PieceTableProps) {
  const mode = useMode()
  const link = ({ Id, Description }: PieceSummary) => (
    <Link
      id={Id}
      to={to ? to(Id) : screenAddress('pieces', mode, { piece: Id })}
      state={to && onTop}
      className={table.rowLink}
    >
      {Description ?? <code>{Id}</code>}
    </Link>
  )
  return (
    <DataTable
      label={label}
      columns={[{ head: 'Piece', cell: link }, ...columns]}
      rows={pieces}
      keyOf={({ Id }) => Id}
    />
  )
}
