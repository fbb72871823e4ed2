import { type Piece, useGetAccountPiece } from '@app/api-client'
import { labelOf, pieceEventLabels } from '@app/labels'
import { formatUnitPrice, moneyOf } from '@app/pricing'
import { Skeleton } from '@mantine/core'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Instant } from '../../components/Instant.tsx'
import rows from '../../list/Rows.module.css'
import styles from './Accounts.module.css'

/** A piece's events, rejection reason, and price. The access log records who viewed them. */
export function PieceHistory({ id }: { id: string }) {
  const query = useGetAccountPiece(id)
  return (
    <div className={styles.history}>
      <ErrorNotice title="The piece could not be loaded" query={query} />
      {query.isPending && <Skeleton height={96} radius="md" role="status" aria-label="Loading" />}
      {query.data && <Loaded piece={query.data.data.piece} />}
    </div>
  )
}

const isFree = ({ Status }: Piece) => Status === 'canceled' || Status === 'rejected'

const priceText = (price: number | null) => (price === null ? 'Not priced yet' : formatUnitPrice(moneyOf(price)))

const Loaded = ({ piece, piece: { Price, Rejection, Events } }: { piece: Piece }) => (
  <>
    <p className={rows.quiet}>{isFree(piece) ? 'Not charged' : priceText(Price)}</p>
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
)
