import {
  getGetAccountPieceQueryKey,
  getListAccountPiecesQueryKey,
  type PieceMode,
  type PieceSummary,
  useGetAccountPiece,
  useListAccountPieces,
} from '@app/api-client'
import { labelOf, optionsOf, pieceEventLabels, pieceSizeLabels, pieceStatusLabels } from '@app/labels'
import { Badge, Group, UnstyledButton } from '@mantine/core'
import { formatUnitPrice, moneyOf } from '@app/pricing'
import { dayText } from '../../components/format.ts'
import { Instant, Stamp } from '../../components/Instant.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { keepPage, pageOf, searchOf, useUrlState, valueOf } from '../../list/use-url-state.ts'
import { Cell, Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { SearchBox } from '../../list/SearchBox.tsx'
import { RefreshButton } from '../../live/RefreshButton.tsx'
import styles from './Accounts.module.css'
import { itemColumns } from './ListSection.tsx'

const modes: { value: PieceMode; label: string }[] = [
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
]

const statuses = optionsOf(pieceStatusLabels)

/** The pieces of an account. The access log records who read them. */
export function AccountPieces({ id }: { id: string }) {
  const url = useUrlState()
  const mode = valueOf(modes, url.get('mode')) ?? 'live'
  const status = valueOf(statuses, url.get('status'))
  const q = searchOf(url.get('q'))
  const pieces = useListAccountPieces(
    id,
    { ...pageOf(url), mode, ...(status && { status: [status] }), ...(q && { q }) },
    keepPage,
  )
  const opened = url.get('piece')
  const isElsewhere = pieces.data && !pieces.data.data.some(({ Id }) => Id === opened)
  return (
    <Section
      title="Pieces"
      action={
        <Group gap="sm" align="flex-end">
          <SearchBox label="Search pieces" placeholder="Full ID or metadata value" />
          <FilterSelect name="mode" label="Mode" options={modes} />
          <FilterSelect name="status" label="Status" all="All statuses" options={statuses} />
          <RefreshButton
            loadedAt={pieces.dataUpdatedAt}
            keys={[getListAccountPiecesQueryKey(id), ...(opened ? [getGetAccountPieceQueryKey(opened)] : [])]}
          />
        </Group>
      }
    >
      {opened && isElsewhere && (
        <section aria-label={opened}>
          <code className={rows.code}>{opened}</code>
          <PieceHistory id={opened} />
        </section>
      )}
      <PagedRows
        query={pieces}
        label="Pieces"
        empty={status || q ? `No ${mode} pieces match` : `No ${mode} pieces yet`}
        height={200}
      >
        {(piece) => (
          <PieceRow
            key={piece.Id}
            piece={piece}
            isOpen={opened === piece.Id}
            toggle={(isOpen) => url.set({ piece: isOpen ? piece.Id : undefined }, { replace: true })}
          />
        )}
      </PagedRows>
    </Section>
  )
}

interface PieceRowProps {
  piece: PieceSummary
  isOpen: boolean
  toggle: (isOpen: boolean) => void
}

function PieceRow({ piece, isOpen, toggle }: PieceRowProps) {
  const { Id, Status, Size, To, Description, SendOn, CreatedAt, TrackingUrl } = piece
  return (
    <Row label={Id} columns={itemColumns}>
      <div>
        <p dir="auto">{To ? `${To.Name}, ${To.City}, ${To.State} ${To.Zip}` : 'Name and address deleted'}</p>
        <p className={rows.quiet}>
          <code className={rows.code}>{Id}</code> {Description && <bdi>· {Description}</bdi>}
        </p>
      </div>
      <Cell note={<Stamp text={`${pieceSizeLabels[Size]}, send on ${dayText(SendOn)}, created`} at={CreatedAt} />}>
        <Badge variant="default">{labelOf(pieceStatusLabels, Status)}</Badge>
      </Cell>
      <div className={rows.actions}>
        <UnstyledButton
          className={styles.fold}
          aria-expanded={isOpen}
          aria-label={`History of ${Id}`}
          onClick={() => toggle(!isOpen)}
        >
          History
        </UnstyledButton>
        <a href={TrackingUrl} target="_blank" rel="noopener noreferrer" aria-label={`Track ${Id} (opens in a new tab)`}>
          Track
        </a>
      </div>
      {isOpen && <PieceHistory id={Id} />}
    </Row>
  )
}

/** A piece's events, rejection reason, and price. The access log records who viewed them. */
function PieceHistory({ id }: { id: string }) {
  const query = useGetAccountPiece(id)
  return (
    <div className={styles.history}>
      <Loaded query={query} failure="The piece could not be loaded" height={96}>
        {({ piece: { Status, Price, Rejection, Events } }) => (
          <>
            <p className={rows.quiet}>
              {Status === 'canceled' || Status === 'rejected' ? 'Not charged' : priceText(Price)}
            </p>
            {Rejection !== null && <p>{Rejection}</p>}
            <ol aria-label="What happened">
              {Events.map(({ Id, Type, Zip, OccurredAt }) => (
                <li key={Id}>
                  {labelOf(pieceEventLabels, Type)}
                  {Zip !== null && `, ${Zip}`} · <Instant at={OccurredAt} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </div>
  )
}

const priceText = (price: number | null) => (price === null ? 'Not priced yet' : formatUnitPrice(moneyOf(price)))
