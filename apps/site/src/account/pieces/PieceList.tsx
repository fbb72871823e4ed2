import { type ListPiecesParams, nextCursor, useListPieces } from '@app/api-client'
import { dayOf } from '@app/ui/day-of'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router-dom'
import { Loaded } from '../../components/Loaded.tsx'
import { statusOf } from '../area/account-client.ts'
import { screenAddress, useAddress } from '../area/address.ts'
import area from '../area/Area.module.css'
import { Empty } from '../area/Empty.tsx'
import { Pages } from '../area/Pages.tsx'
import { PieceFilters } from './PieceFilters.tsx'
import { piecesText, statusChoices } from './piece-display.ts'
import { PieceTable } from './PieceTable.tsx'
import { Refresh, SmallButton } from '../area/SmallButton.tsx'
import { useFollowed } from './use-followed.ts'

const pageSize = 25

/** Validates the filters in the URL. */
function filtersIn(params: URLSearchParams) {
  const days = (['From', 'To'] as const).flatMap((name) => {
    const day = dayOf(params.get(name))
    return day ? [[name, day]] : []
  })
  const choice = statusChoices.get(params.get('Status') ?? '')
  const search = params.get('Search')?.trim().slice(0, 200)
  const filters: Pick<ListPiecesParams, 'Search' | 'Status' | 'From' | 'To'> = {
    ...(search && { Search: search }),
    ...Object.fromEntries(days),
    ...(choice && { Status: [...choice.statuses] }),
  }
  return filters
}

export function PieceList() {
  const { params, mode, to, replace } = useAddress()
  const filters = filtersIn(params)
  const cursor = params.get('cursor')
  const isBackwards = filters.From !== undefined && filters.To !== undefined && filters.To < filters.From
  const query = useListPieces(
    { Mode: mode, limit: pageSize, ...filters, ...(cursor && { cursor }) },
    { query: { enabled: !isBackwards, placeholderData: keepPreviousData, refetchInterval: useFollowed() } },
  )
  const isFiltered = Object.keys(filters).length > 0
  const next = query.data && nextCursor(query.data.headers)
  // An invalid cursor stays invalid, so the list starts over.
  if (cursor !== null && statusOf(query.error) === 400) return <Navigate to={to({ cursor: undefined })} replace />
  return (
    <section aria-labelledby="pieces" className={area.section}>
      <h2 id="pieces" tabIndex={-1} className="visually-hidden">
        Your pieces
      </h2>
      <PieceFilters isBackwards={isBackwards}>
        <Refresh query={query} />
      </PieceFilters>
      {!isBackwards && (
        <Loaded query={query} what="your pieces" rows={10}>
          {(pieces) =>
            pieces.length === 0 ? (
              <NoPieces isFiltered={isFiltered || cursor !== null} clear={() => replace(noFilters)} />
            ) : (
              <>
                <p role="status" className={area.count}>
                  {query.data && piecesText(query.data.headers)}
                </p>
                <PieceTable label="Pieces" pieces={pieces} to={(piece) => to({ piece })} />
                <Pages what="pieces" heading="pieces" next={next} />
              </>
            )
          }
        </Loaded>
      )}
    </section>
  )
}

const noFilters = { Search: undefined, Status: undefined, From: undefined, To: undefined, cursor: undefined }

function NoPieces({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  const { mode } = useAddress()
  if (isFiltered) {
    return (
      <Empty title="No pieces match">
        <SmallButton onClick={clear}>Show all pieces</SmallButton>
      </Empty>
    )
  }
  return (
    <Empty title={mode === 'test' ? 'No test pieces yet' : 'No live pieces yet'}>
      <p>
        <Link to={screenAddress('overview', 'test')}>See how to send the first test piece</Link>
      </p>
    </Empty>
  )
}
