import { type LeadView, useGetLeadStageCounts, useListSpamLeads } from '@app/api-client'
import type { ReactNode } from 'react'
import { LazySpamLeads } from '../../leads/LazySpamLeads.tsx'
import { totalCount } from '../../list/page-headers.ts'
import type { UrlState } from '../../list/use-url-state.ts'
import { Views } from '../../list/Views.tsx'
import { useCanEdit } from '../../session/use-can-edit.ts'
import { countOnly } from '../../cache/spam-count.ts'
import { changesTo } from '../../leads/lead-list-filter.ts'
import { LazyImportList } from './import/LazyImport.tsx'
import { presetAt, presetsFor, savedAt, useViewCounts } from './lead-list-views.ts'

const everything = 'all'
const spam = 'spam'
const imports = 'imports'
const figure = new Intl.NumberFormat('en-US')
const countText = (count: number | undefined) => (count === undefined ? undefined : figure.format(count))

/** Whether the URL opens the spam view. */
export const showsSpam = (url: UrlState): boolean => url.get('view') === spam

/** Whether the URL opens the imports. */
export const showsImports = (url: UrlState): boolean => url.get('view') === imports

/** The title of the current view. */
export function viewTitle(url: UrlState, saved: readonly LeadView[]): string {
  if (showsSpam(url)) return 'Spam'
  if (showsImports(url)) return 'Imports'
  return savedAt(url, saved)?.name ?? presetAt(url)?.text ?? 'All leads'
}

type Props = {
  url: UrlState
  saved: readonly LeadView[]
  /** The list. */
  children: ReactNode
}

/** The built-in views, then the saved ones, each with its count. Spam and imports are last. */
export function LeadListViews({ url, saved, children }: Props) {
  const canEdit = useCanEdit()
  const stages = useGetLeadStageCounts().data?.data
  const caught = useListSpamLeads(countOnly).data
  const offered = [
    ...presetsFor(canEdit),
    ...saved.map(({ id, name, query, isShared, by }) => ({
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
        { name: everything, text: 'All', count: countText(all) },
        ...offered.map((view) => ({ ...view, count: counts.get(view.query) })),
        { name: spam, text: 'Spam', count: countText(caught && totalCount(caught.headers)) },
        { name: imports, text: 'Imports', count: undefined },
      ]}
      shown={own ?? savedAt(url, saved)?.id ?? presetAt(url)?.name ?? everything}
      onView={(name) => {
        const query = offered.find((view) => view.name === name)?.query ?? ''
        const isNamed = name === spam || name === imports || saved.some(({ id }) => id === name)
        url.set({ ...changesTo(query), view: isNamed ? name : undefined })
      }}
    >
      {own === spam && <LazySpamLeads url={url} />}
      {own === imports && <LazyImportList url={url} />}
      {own === undefined && children}
    </Views>
  )
}
