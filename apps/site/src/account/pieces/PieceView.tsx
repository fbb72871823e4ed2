import { type Piece, useGetPiece } from '@app/api-client'
import { pieceStatusLabels } from '@app/labels'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '../../components/Loaded.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { ExternalLink } from '../../components/ExternalLink.tsx'
import notice from '../../components/notice.module.css'
import { Timeline } from '../../track/Timeline.tsx'
import { statusOf } from '../area/account-client.ts'
import { useAddress } from '../area/address.ts'
import area from '../area/Area.module.css'
import controls from '../area/Controls.module.css'
import { Facts } from '../area/Facts.tsx'
import { Refresh } from '../area/SmallButton.tsx'
import { StateText } from '../area/StateText.tsx'
import { formatDay, Time } from '../area/Time.tsx'
import { CancelPiece } from './CancelPiece.tsx'
import { pieceTones, chargeText, kindText, priceText } from './piece-display.ts'
import styles from './Piece.module.css'
import { PiecePictures } from './PiecePictures.tsx'
import { useFollowed } from './use-followed.ts'

/** One piece: its pictures, status, cost, and available actions. */
export function PieceView({ id }: { id: string }) {
  const { mode, to } = useAddress()
  const refetchInterval = useFollowed()
  const query = useGetPiece(id, { Mode: mode }, { query: { refetchInterval } })
  const isMissing = !query.data && [400, 404].includes(statusOf(query.error) ?? 0)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    top.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={top} tabIndex={-1} className={styles.view}>
      <p>
        <Link to={to({ piece: undefined })}>All pieces</Link>
      </p>
      {isMissing ? (
        <Missing />
      ) : (
        <Loaded query={query} what="this piece" rows={10}>
          {(piece) => <Details piece={piece} query={query} />}
        </Loaded>
      )}
    </div>
  )
}

function Missing() {
  const { mode } = useAddress()
  return (
    <div className={area.empty}>
      <h2>Piece not found</h2>
      <p>
        {mode === 'live'
          ? 'Your live data has no piece with this ID. It may be a test piece: choose Test above.'
          : 'Your test data has no piece with this ID. It may be a live piece: choose Live above.'}
      </p>
    </div>
  )
}

function Details({ piece, query }: { piece: Piece; query: ReturnType<typeof useGetPiece> }) {
  const { Id, Status, Description, Events } = piece
  return (
    <section aria-labelledby={Id} className={styles.details}>
      <div className={styles.head}>
        <h2 id={Id} tabIndex={-1}>
          {Description ?? Id}
        </h2>
        <StateText tone={pieceTones[Status]}>{pieceStatusLabels[Status]}</StateText>
        {piece.Mode === 'test' && <span className={area.testMark}>Test</span>}
        <Refresh query={query} />
      </div>
      {piece.Rejection !== null && (
        <p className={notice.bad}>
          <b>Rejected, and not charged.</b> {piece.Rejection}
        </p>
      )}
      <CancelPiece piece={piece} />
      <div className={styles.columns}>
        <PiecePictures piece={piece} reload={() => void query.refetch()} />
        <div>
          <h3>Timeline</h3>
          <div aria-live="polite">
            <Timeline
              label="What happened"
              events={Events.map(({ Type, OccurredAt, Zip }) => ({
                Type,
                at: OccurredAt,
                place: Zip === null ? undefined : `in ${Zip}`,
              }))}
            />
          </div>
          <h3>Details</h3>
          <PieceFacts piece={piece} />
        </div>
      </div>
    </section>
  )
}

function PieceFacts({ piece }: { piece: Piece }) {
  const { Id, To, Price, SendOn, TrackingUrl, CreatedAt, Metadata, Test, Mode } = piece
  const isTestPriced = Mode === 'test' && Price !== null && chargeText(piece) === priceText(Price)
  return (
    <Facts
      facts={{
        ID: (
          <>
            <code>{Id}</code>{' '}
            <CopyButton text={Id} className={controls.small}>
              Copy
            </CopyButton>
          </>
        ),
        Kind: kindText(piece),
        To: To ? `${To.Name}, ${To.City}, ${To.State} ${To.Zip}` : 'The name and address were deleted.',
        Price: `${chargeText(piece)}${isTestPriced ? ', not charged' : ''}`,
        Created: <Time at={CreatedAt} />,
        'Send on': formatDay(SendOn),
        'Public page': (
          <>
            <ExternalLink href={TrackingUrl}>Track this piece</ExternalLink>{' '}
            <CopyButton text={TrackingUrl} className={controls.small}>
              Copy Link
            </CopyButton>
          </>
        ),
        ...(Test && {
          Simulation: (
            <>
              Outcome <code>{Test.Outcome}</code>, seed {Test.Seed},{' '}
              {Test.Pace === 'fast' ? 'fast' : 'as slow as live mail'}
            </>
          ),
        }),
      }}
      codes={Metadata}
    />
  )
}
