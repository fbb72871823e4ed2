import { type PrintRunDetail, type PrintRunPiece, useListPrintRunPieces } from '@app/api-client'
import { labelOf, pieceStatusLabels } from '@app/labels'
import { Badge } from '@mantine/core'
import { countText } from '../../components/format.ts'
import { Instant } from '../../components/Instant.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { keepPage, pageOf, searchOf, type UrlState, valueOf } from '../../list/use-url-state.ts'
import { RowButton } from '../../list/RowButton.tsx'
import rows from '../../list/Rows.module.css'
import { SearchBox } from '../../list/SearchBox.tsx'
import styles from './ProductionScreen.module.css'
import { isOpen } from './run-display.ts'

const filters = [
  { value: 'spoiled', label: 'Removed' },
  { value: 'lost', label: 'Lost print files' },
] as const

type Props = { run: PrintRunDetail; url: UrlState; canEdit: boolean }

/** The pieces of a run, in order of their positions. */
export function RunPieces({ run, url, canEdit }: Props) {
  const [q, only] = [searchOf(url.get('q')), valueOf(filters, url.get('only'))]
  const pieces = useListPrintRunPieces(run.id, { ...pageOf(url), ...(q && { q }), ...(only && { only }) }, keepPage)
  const canRemove = canEdit && isOpen(run)
  return (
    <section aria-labelledby="run-pieces">
      <h3 id="run-pieces" className={styles.heading}>
        Pieces
      </h3>
      <div className={styles.bar}>
        <SearchBox label="Search" placeholder="Position, barcode, piece ID, or name" />
        <FilterSelect name="only" label="Show" all="All pieces" options={filters} />
      </div>
      <PagedRows query={pieces} label="Pieces" empty="No pieces match">
        {(piece) => (
          <PieceRow
            key={piece.id}
            piece={piece}
            onRemove={
              canRemove && !piece.spoiledAt ? () => url.set({ ask: 'spoil', place: String(piece.place) }) : undefined
            }
          />
        )}
      </PagedRows>
    </section>
  )
}

type RowProps = { piece: PrintRunPiece; onRemove: (() => void) | undefined }

function PieceRow({ piece, onRemove }: RowProps) {
  const { place, pieceId, barcode, account, status, file, page, sheets, isFileLost, spoiledAt, spoiledBy, reason } =
    piece
  return (
    <li className={`${rows.row} ${styles.piece}`} aria-label={`Position ${place}`}>
      <p className={rows.name}>{place.toLocaleString('en-US')}</p>
      <div>
        <p className={rows.code}>{barcode}</p>
        <p className={rows.quiet}>{pieceId}</p>
      </div>
      <div>
        <p>
          <bdi>{account}</bdi>
        </p>
        <p className={rows.quiet}>
          File {file}
          {page !== null && `, page ${page.toLocaleString('en-US')}`}
          {sheets > 1 && `, ${countText(sheets, 'sheet')}`}
        </p>
      </div>
      <div>
        <p className={rows.name}>
          {labelOf(pieceStatusLabels, status)}
          {isFileLost && !spoiledAt && (
            <Badge component="span" color="red">
              Print file lost
            </Badge>
          )}
        </p>
        {spoiledAt && (
          <p className={rows.quiet}>
            Removed <Instant at={spoiledAt} /> by <bdi>{spoiledBy}</bdi>: <bdi>{reason}</bdi>
          </p>
        )}
      </div>
      <div className={rows.actions}>
        {onRemove && <RowButton text="Remove…" label={`Remove the piece at position ${place}`} onClick={onRemove} />}
      </div>
    </li>
  )
}
