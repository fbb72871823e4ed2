import {
  ApiError,
  type TrackedPiece as Tracked,
  trackingTokenPattern,
  useGetTrackedPiece,
  type PieceSize,
} from '@app/api-client'
import { brand } from '@app/brand'
import { pieceSizeLabels, pieceStatusLabels } from '@app/labels'
import { pieceFormats } from '@app/mail-piece/formats'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import buttons from '../components/buttons.module.css'
import { Loaded } from '../components/Loaded.tsx'
import notice from '../components/notice.module.css'
import { QueryProvider } from '../forms/QueryProvider.tsx'
import { Timeline } from './Timeline.tsx'
import styles from './Track.module.css'

export function TrackedPiece() {
  const token = useSearchParams()[0].get('piece') ?? ''
  return trackingTokenPattern.test(token) ? (
    <QueryProvider>
      <Piece token={token} />
    </QueryProvider>
  ) : (
    <Unknown />
  )
}

function Unknown() {
  return (
    <div className={styles.message}>
      <h2>We can’t find this piece</h2>
      <p>
        The link may be incomplete: open it exactly as you received it. If you are waiting for a piece, ask its sender,
        or us: <a href={brand.phone.href}>{brand.phone.display}</a> or{' '}
        <a href={`mailto:${brand.email}`}>{brand.email}</a>.
      </p>
    </div>
  )
}

function Piece({ token }: { token: string }) {
  const query = useGetTrackedPiece(token)
  if (query.error instanceof ApiError && query.error.status === 404) return <Unknown />
  return (
    <Loaded query={query} what="this piece" rows={8}>
      {(piece) => <Details piece={piece} isFetching={query.isFetching} refresh={() => void query.refetch()} />}
    </Loaded>
  )
}

/** Explains each status to the recipient. */
const meanings: Record<Tracked['Status'], string> = {
  checking: 'Its print file is being checked.',
  rejected: 'It could not be printed, and will not be mailed.',
  ready: 'It is waiting to be printed.',
  canceled: 'Its sender canceled it. It will not be mailed.',
  in_production: 'It is being printed.',
  printed: 'It is printed, and on its way to the post office.',
  mailed: 'The Postal Service has it.',
  in_transit: 'The Postal Service is moving it toward its destination.',
  in_local_area: 'It has reached its destination area.',
  out_for_delivery: 'It should reach the mailbox within a business day.',
  re_routed: 'The Postal Service is forwarding it to a new address.',
  delivered:
    'The Postal Service scanned it on the last leg to its mailbox. It does not scan letters and cards at the mailbox itself.',
  returned: 'The Postal Service could not deliver it, and is returning it to its sender.',
}

interface DetailsProps {
  piece: Tracked
  isFetching: boolean
  refresh: () => void
}

function Details({ piece: { Mode, Status, Size, PngUrl, States }, isFetching, refresh }: DetailsProps) {
  return (
    <div className={styles.piece}>
      <Picture url={PngUrl} size={Size} />
      <section aria-labelledby="status">
        {Mode === 'test' && (
          <p className={notice.notice}>
            <b>Test piece.</b> It was never printed or mailed. It was sent to try out our service.
          </p>
        )}
        <h2 id="status" tabIndex={-1}>
          {pieceStatusLabels[Status]}
        </h2>
        <p>{meanings[Status]}</p>
        <Timeline label="What happened so far" events={States.map(({ Type, At }) => ({ Type, at: At }))} />
        <button type="button" className={buttons.secondary} aria-disabled={isFetching} onClick={refresh}>
          {isFetching ? 'Refreshing...' : 'Refresh'}
        </button>
      </section>
    </div>
  )
}

function Picture({ url, size }: { url: string | null; size: Tracked['Size'] }) {
  const [failed, setFailed] = useState<string>()
  const label = `Front: ${pieceSizeLabels[size]}`
  return (
    <div className={styles.picture}>
      {url === null || url === failed ? (
        <PieceShape size={size} label={`Drawing: ${pieceSizeLabels[size]}`} />
      ) : (
        <img src={url} alt={label} onError={() => setFailed(url)} />
      )}
      <p>{pieceSizeLabels[size]}</p>
    </div>
  )
}

/** An outline of the piece in its proportions, if there is no picture of it. */
function PieceShape({ size, label }: { size: PieceSize; label: string }) {
  const { width, height } = pieceFormats[size].trim
  return (
    <div
      role="img"
      aria-label={label}
      className={styles.shape}
      data-letter={height > width || undefined}
      style={{ aspectRatio: `${width} / ${height}` }}
    />
  )
}
