import { type LeadView, listLeads } from '@app/api-client'
import { useQueries } from '@tanstack/react-query'
import { viewCountKey } from '../../cache/lead-cache.ts'
import { useSteadyRefresh } from '../../live/use-steady-refresh.ts'
import { totalText } from '../../list/page-headers.ts'
import { leadListFilter, type Query, readQuery } from '../../leads/lead-list-filter.ts'

/** A built-in view. */
interface Preset {
  name: string
  text: string
  /** The query string of the URL. */
  query: string
}

export const presets: readonly Preset[] = [
  { name: 'mine', text: 'Mine', query: 'owner=me' },
  { name: 'unassigned', text: 'Unassigned', query: 'owner=none' },
  { name: 'due', text: 'Due', query: 'due=overdue%2Ctoday' },
]

/** Viewers own no leads. */
export const presetsFor = (canEdit: boolean) => presets.filter(({ name }) => canEdit || name !== 'mine')

/** The preset whose filters are all in the URL, possibly among others. */
export const presetAt = (query: Query): Preset | undefined =>
  presets.find((preset) => [...new URLSearchParams(preset.query)].every(([name, value]) => query.get(name) === value))

/** The saved view named in the URL. */
export const savedAt = (query: Query, saved: readonly LeadView[]): LeadView | undefined =>
  saved.find(({ id }) => id === query.get('view'))

/** The maximum age of a view's count. */
const countAgeMs = 30_000
const countKeys = [[viewCountKey]]

/** The number of leads in each view, by its query: "31", "1,000+", or undefined while it loads. */
export function useViewCounts(queries: readonly string[]): ReadonlyMap<string, string | undefined> {
  // Two views may have the same query under two names.
  const distinct = [...new Set(queries)]
  useSteadyRefresh(countKeys, countAgeMs)
  const counts = useQueries({
    queries: distinct.map((query) => ({
      queryKey: [viewCountKey, query],
      queryFn: () => listLeads({ ...leadListFilter(readQuery(query)), limit: 1 }),
      staleTime: countAgeMs,
    })),
  })
  return new Map(distinct.map((query, index) => [query, totalText(counts[index]?.data?.headers)]))
}
