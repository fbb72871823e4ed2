import { useGetUsage, useListPieces } from '@app/api-client'
import { Link } from 'react-router-dom'
import { screenAddress, useMode } from '../area/address.ts'
import area from '../area/Area.module.css'
import { Loaded, Refresh } from '../area/Loaded.tsx'
import { formatMonth } from '../area/Time.tsx'
import { PieceTable } from '../pieces/PieceTable.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { MonthFigures } from './MonthFigures.tsx'
import { UsageLines } from './UsageLines.tsx'

const latest = 5

/** The month so far and the latest pieces. An account without pieces gets its first steps. */
export function OverviewScreen() {
  const mode = useMode()
  const usage = useGetUsage({ Mode: mode })
  const pieces = useListPieces({ Mode: mode, limit: latest })
  return (
    <>
      <Loaded query={pieces} what="your latest pieces" rows={latest + 1}>
        {(list) =>
          list.length === 0 ? (
            <FirstSteps mode={mode} pieces={pieces} />
          ) : (
            <section aria-labelledby="latest" className={area.section}>
              <div className={area.head}>
                <h2 id="latest" tabIndex={-1}>
                  Latest pieces
                </h2>
                <Refresh query={pieces} />
              </div>
              <PieceTable label="Latest pieces" pieces={list} />
              <p>
                <Link to={screenAddress('pieces', mode)}>All pieces</Link>
              </p>
            </section>
          )
        }
      </Loaded>
      <section aria-labelledby="month" className={area.section}>
        <h2 id="month" tabIndex={-1}>
          {usage.data ? formatMonth(usage.data.data.Month) : 'This month'}
        </h2>
        <Loaded query={usage} what="this month’s figures" rows={4}>
          {(month) => (
            <>
              <MonthFigures usage={month} />
              <UsageLines usage={month} />
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}
