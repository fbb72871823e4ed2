import { type PieceMode, useGetUsage, useListPieces, type Usage } from '@app/api-client'
import { brand } from '@app/brand'
import { pieceSizeLabels, postalClassLabels } from '@app/labels'
import { formatCount, formatTotal, moneyOf, formatUnitPrice, volumeLimit } from '@app/pricing'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '../../components/Loaded.tsx'
import { screenAddress, useMode } from '../area/address.ts'
import { AreaSection } from '../area/AreaSection.tsx'
import { type Column, DataTable } from '../area/DataTable.tsx'
import { Refresh } from '../area/SmallButton.tsx'
import table from '../area/Table.module.css'
import { formatMonth } from '../area/Time.tsx'
import { piecesText } from '../pieces/piece-display.ts'
import { PieceTable } from '../pieces/PieceTable.tsx'
import { useFollowed } from '../pieces/use-followed.ts'
import { FirstSteps } from './FirstSteps.tsx'
import styles from './Overview.module.css'

const latest = 5

/** The month so far and the latest pieces. An account without pieces gets its first steps. */
export function OverviewScreen() {
  const mode = useMode()
  // Kept here, so that the secret stays on screen when the first piece arrives.
  const [testSecret, setTestSecret] = useState<string>()
  const usage = useGetUsage({ Mode: mode })
  const pieces = useListPieces({ Mode: mode, limit: latest }, { query: { refetchInterval: useFollowed() } })
  const both = {
    isFetching: pieces.isFetching || usage.isFetching,
    refetch: () => Promise.all([pieces.refetch(), usage.refetch()]),
  }
  return (
    <>
      <Loaded query={pieces} what="your latest pieces" rows={latest + 1}>
        {(list) => (
          <>
            {(list.length === 0 || (mode === 'test' && testSecret !== undefined)) && (
              <FirstSteps mode={mode} pieces={both} secret={testSecret} onSecret={setTestSecret} />
            )}
            {list.length > 0 && (
              <AreaSection id="latest" title="Latest pieces" action={<Refresh query={both} />}>
                <PieceTable label="Latest pieces" pieces={list} />
                <p>
                  <Link to={screenAddress('pieces', mode)}>All pieces</Link>
                </p>
              </AreaSection>
            )}
          </>
        )}
      </Loaded>
      <AreaSection id="month" title={usage.data ? formatMonth(usage.data.data.Month) : 'This month'}>
        <Loaded query={usage} what="this month’s figures" rows={4}>
          {(month) => (
            <>
              <RejectedPieces mode={mode} from={`${month.Month}-01`} />
              <MonthFigures usage={month} />
              <UsageLines usage={month} />
            </>
          )}
        </Loaded>
      </AreaSection>
    </>
  )
}

/** Without a webhook, nothing else reports rejected pieces. */
function RejectedPieces({ mode, from }: { mode: PieceMode; from: string }) {
  const { data: rejected } = useListPieces({ Mode: mode, limit: 1, Status: ['rejected'], From: from })
  if (!rejected || rejected.data.length === 0) return null
  return (
    <p>
      <b>Rejected this month: {piecesText(rejected.headers)}.</b> Pieces that fail our checks are neither mailed nor
      charged. <Link to={screenAddress('pieces', mode, { Status: 'rejected', From: from })}>See why</Link>
    </p>
  )
}

const morePieces = (count: number) => (count === 1 ? '1 more piece reaches' : `${formatCount(count)} more pieces reach`)

/** Pieces, cost, and price tier of a month. */
function MonthFigures({ usage }: { usage: Usage }) {
  const { Mode, Pieces, Cap, Total, Tier, NextTier } = usage
  return (
    <div className={styles.figures}>
      <div>
        <h3>Pieces</h3>
        <p className={styles.figure}>{formatCount(Pieces)}</p>
        <CapProgress count={Pieces} cap={Cap} />
      </div>
      <div>
        <h3>{Mode === 'test' ? 'Would cost' : 'Cost so far'}</h3>
        <p className={styles.figure}>{formatTotal(moneyOf(Total))}</p>
        <p>
          {Mode === 'test'
            ? 'Test pieces are not charged.'
            : 'Print and postage included. Your statement lists every piece.'}
        </p>
      </div>
      <div>
        <h3>Price tier</h3>
        <p className={styles.figure}>{Tier.Label}</p>
        <p>
          {NextTier
            ? `${morePieces(NextTier.Pieces)} ${formatCount(NextTier.From)}.${NextTier.Saves > 0 ? ` The pieces so far would then cost ${formatTotal(moneyOf(NextTier.Saves))} less.` : ''}`
            : 'The lowest price on the list.'}
        </p>
      </div>
    </div>
  )
}

/** How much of the account's monthly cap is used. */
function CapProgress({ count, cap }: { count: number; cap: number | null }) {
  if (cap === null) return <p>Up to {formatCount(volumeLimit)} a month. Ask us for more.</p>
  const isReached = count >= cap
  return (
    <>
      <progress max={Math.max(cap, 1)} value={Math.min(count, cap)} aria-label="Share of your monthly cap" />
      <p>
        of {formatCount(cap)}, your monthly cap.
        {isReached && (
          <>
            {' '}
            <b>Further pieces will be rejected until next month.</b> To raise the cap, call{' '}
            <a href={brand.phone.href}>{brand.phone.display}</a>.
          </>
        )}
      </p>
    </>
  )
}

type UsageLine = Usage['Lines'][number]

const numberColumn = (head: string, cell: Column<UsageLine>['cell']): Column<UsageLine> => ({
  head,
  cell,
  isLabeled: true,
  className: table.number,
})

const usageColumns: readonly Column<UsageLine>[] = [
  { head: 'Kind', cell: ({ Size }) => pieceSizeLabels[Size] },
  { head: 'Class', cell: ({ PostalClass }) => postalClassLabels[PostalClass] },
  numberColumn('Sheets', ({ Sheets }) => Sheets),
  numberColumn('Pieces', ({ Quantity }) => formatCount(Quantity)),
  numberColumn('Each', ({ Unit }) => formatUnitPrice(moneyOf(Unit))),
  numberColumn('Total', ({ Total }) => formatTotal(moneyOf(Total))),
]

/** The month's pieces and prices by kind. */
function UsageLines({ usage: { Lines, Uncounted } }: { usage: Usage }) {
  if (Lines.length === 0) return null
  return (
    <>
      <DataTable
        label="Pieces by kind"
        columns={usageColumns}
        rows={Lines}
        keyOf={({ Size, PostalClass, Sheets }) => `${Size} ${PostalClass} ${Sheets}`}
      />
      {Uncounted > 0 && (
        <p>
          {Uncounted === 1 ? 'One letter counts' : `${formatCount(Uncounted)} letters each count`} as one sheet until
          the pages are counted.
        </p>
      )}
    </>
  )
}
