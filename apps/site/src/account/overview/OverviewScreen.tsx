import { type PieceMode, useGetUsage, useListPieces } from '@app/api-client'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { screenAddress, useMode } from '../area/address.ts'
import { Loaded, Refresh } from '../area/Loaded.tsx'
import { formatMonth } from '../area/Time.tsx'
import { piecesText } from '../pieces/piece-display.ts'
import { useFollowed } from '../pieces/use-followed.ts'
import { PieceTable } from '../pieces/PieceTable.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { MonthFigures } from './MonthFigures.tsx'
import { UsageLines } from './UsageLines.tsx'
import { AreaSection } from '../area/AreaSection.tsx'

const latest = 5

/** The month so far and the latest pieces. An account without pieces gets its first steps. */
export function OverviewScreen() {
  const mode = useMode()
  // Here, so that the first piece does not take it away before it is copied.
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

/** Without a webhook, nothing else reports them. */
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
