import { type LeadView, useGetLeadStageCounts, useListSpamLeads } from '@app/api-client'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { showsSpam, spam } from '../../spam/spam-view.ts'
import { LazySpamLeads } from '../../leads/LazySpamLeads.tsx'
import { totalText } from '../../list/page-headers.ts'
import { lazyPart } from '../../list/lazy-part.tsx'
import { useIsNarrow } from '../../list/use-is-narrow.ts'
import type { UrlState } from '../../list/use-url-state.ts'
import { Views } from '../../list/Views.tsx'
import { useCanEdit } from '../../session/use-staff.ts'
import { countOnly } from '../../cache/queries.ts'
import { changesTo } from '../../leads/lead-list-filter.ts'
import { presetAt, presetsFor, savedAt, useViewCounts } from './lead-list-views.ts'

const ImportList = lazyPart(async () => (await import('./import/ImportList.tsx')).ImportList)

const everything = 'all'
const imports = 'imports'

export const showsImports = (url: UrlState): boolean => url.get('view') === imports

/** The title of the current view. */
export function viewTitle(url: UrlState, saved: readonly LeadView[]): string {
  if (showsSpam(url)) return 'Spam'
  if (showsImports(url)) return 'Imports'
  return savedAt(url, saved)?.name ?? presetAt(url)?.text ?? 'All leads'
}

const longestName = 16

/** Splits the saved views into those with a tab, including the current one, and those in the menu. */
function useTabs(saved: readonly LeadView[], current: LeadView | undefined) {
  const isNarrow = useIsNarrow()
  const isLarge = useMediaQuery('(min-width: 100em)', undefined, { getInitialValueInEffect: false })
  let room = isNarrow ? 25 : isLarge ? 100 : 44
  const tabs = [...(current ? [current] : []), ...saved.filter((view) => view !== current)].filter((view, index) => {
    // The letters of the name and the space around them, up to the length at which names are cut off.
    room -= Math.min(view.name.length, longestName) + 9
    return index === 0 || room >= 0
  })
  return { tabs, more: saved.filter((view) => !tabs.includes(view)) }
}

/** "53 leads", or "1,000+ leads" if the server stopped counting. */
function foundText(headers: Headers): string | undefined {
  const count = totalText(headers)
  return count && `${count} ${count === '1' ? 'lead' : 'leads'}`
}

type Props = {
  url: UrlState
  saved: readonly LeadView[]
  /** The list's response headers, with the number of leads found. */
  found: Headers | undefined
  children: ReactNode
}

/** The built-in views, then the saved ones, each with its count. Spam and imports are last. */
export function LeadListViews({ url, saved, found, children }: Props) {
  const canEdit = useCanEdit()
  const stages = useGetLeadStageCounts().data?.data
  const caught = useListSpamLeads(countOnly).data
  const current = savedAt(url, saved)
  const { tabs, more } = useTabs(saved, current)
  const offered = [
    ...presetsFor(canEdit),
    ...tabs.map(({ id, name, query, isShared, by }) => ({
      name: id,
      text: name,
      query,
      hint: isShared && by ? `Shared by ${by}` : undefined,
    })),
  ]
  const counts = useViewCounts(offered.map(({ query }) => query))
  const own = [spam, imports].find((name) => name === url.get('view'))
  const all = stages?.reduce((sum, { leads }) => sum + leads, 0)
  return (
    <Views
      views={[
        { name: everything, text: 'All', count: all },
        ...offered.map((view) => ({ ...view, count: counts.get(view.query) })),
        { name: spam, text: 'Spam', count: totalText(caught?.headers) },
        { name: imports, text: 'Imports', count: undefined },
      ]}
      more={more.map(({ id, name }) => ({ name: id, text: name }))}
      found={own === undefined && found ? foundText(found) : undefined}
      shown={own ?? current?.id ?? presetAt(url)?.name ?? everything}
      onView={(name) => {
        const chosen = saved.find(({ id }) => id === name)
        const query = (chosen ?? offered.find((view) => view.name === name))?.query ?? ''
        const isNamed = name === spam || name === imports || chosen !== undefined
        url.set({ ...changesTo(query), view: isNamed ? name : undefined })
      }}
    >
      {own === spam && <LazySpamLeads url={url} />}
      {own === imports && <ImportList url={url} />}
      {own === undefined && children}
    </Views>
  )
}
