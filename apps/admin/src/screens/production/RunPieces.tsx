import { type PrintRunDetail, type PrintRunPiece, useListPrintRunPieces } from '@app/api-client'
import { labelOf, pieceStatusLabels } from '@app/labels'
import { Badge } from '@mantine/core'
import { countText, figure } from '../../components/format.ts'
import { Stamp } from '../../components/Instant.tsx'
import { Section } from '../../components/Section.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { keepPage, pageOf, searchOf, type UrlState, valueOf } from '../../list/use-url-state.ts'
import { RowButton } from '../../list/RowButton.tsx'
import { Cell, Row } from '../../list/Row.tsx'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import { SearchBox } from '../../list/SearchBox.tsx'
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
    <Section title="Pieces" level={3}>
      <div className={toolbar.filters}>
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
    </Section>
  )
}

type RowProps = { piece: PrintRunPiece; onRemove: (() => void) | undefined }

function PieceRow({ piece, onRemove }: RowProps) {
  const { place, pieceId, barcode, account, status, isFileLost, spoiledAt, spoiledBy, reason } = piece
  return (
    // The barcode column is wide enough for one line.
    <Row label={`Position ${place}`} columns="4rem minmax(14rem, 5fr) 3fr 4fr 6rem">
      <p className={rows.name}>{figure(place)}</p>
      <Cell note={pieceId}>
        <span className={rows.code}>{barcode}</span>
      </Cell>
      <Cell note={fileText(piece)}>
        <bdi>{account}</bdi>
      </Cell>
      <Cell
        name={labelOf(pieceStatusLabels, status)}
        badges={isFileLost && !spoiledAt && <Badge color="red">Print file lost</Badge>}
      >
        {spoiledAt && (
          <p className={rows.quiet}>
            <Stamp text="Removed" at={spoiledAt} by={spoiledBy} />: <bdi>{reason}</bdi>
          </p>
        )}
      </Cell>
      <div className={rows.actions}>
        {onRemove && <RowButton text="Remove…" label={`Remove the piece at position ${place}`} onClick={onRemove} />}
      </div>
    </Row>
  )
}

const fileText = ({ file, page, sheets }: PrintRunPiece): string =>
  [`File ${file}`, page !== null && `page ${figure(page)}`, sheets > 1 && countText(sheets, 'sheet')]
    .filter(Boolean)
    .join(', ')
