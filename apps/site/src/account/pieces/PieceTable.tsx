import type { PieceSummary } from '@app/api-client'
import { pieceSizeLabels, pieceStatusLabels } from '@app/labels'
import { Link } from 'react-router-dom'
import { onTop, screenAddress, useMode } from '../area/address.ts'
import { DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { StateText } from '../area/StateText.tsx'
import { Time } from '../area/Time.tsx'
import { chargeText, cityText, pieceTones } from './piece-display.ts'

interface PieceTableProps {
  label: string
  pieces: readonly PieceSummary[]
  /** The address that opens a piece. By default, on the screen of pieces. */
  to?: (id: string) => string
}

/** Pieces in rows, which are cards on a phone. */
export function PieceTable({ label, pieces, to }: PieceTableProps) {
  const mode = useMode()
  return (
    <DataTable label={label} heads={['Piece', 'To', 'Size', 'Status', 'Price', 'Created']} numbers={['Price']}>
      {pieces.map((piece) => (
        <tr key={piece.Id}>
          <td data-title>
            <Link
              id={piece.Id}
              to={to ? to(piece.Id) : screenAddress('pieces', mode, { piece: piece.Id })}
              state={to && onTop}
              className={table.rowLink}
            >
              {piece.Description ?? <code>{piece.Id}</code>}
            </Link>
          </td>
          <td>{cityText(piece.To)}</td>
          <td>{pieceSizeLabels[piece.Size]}</td>
          <td>
            <StateText tone={pieceTones[piece.Status]}>{pieceStatusLabels[piece.Status]}</StateText>
          </td>
          <td className={table.number}>{chargeText(piece)}</td>
          <td>
            <Time at={piece.CreatedAt} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
