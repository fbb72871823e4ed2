import { useGetLeadStatusCounts } from '@app/api-client'
import type { ReactNode } from 'react'
import { Views } from '../../list/Views.tsx'
import { statusDisplay } from './lead-display.ts'

const everything = 'all'
const presets = ['new', 'sync_failed', 'synced']
const figure = new Intl.NumberFormat('en-US')

type Props = {
  /** The status that the list is filtered by; undefined for all leads. */
  status: string | undefined
  onView: (status: string | undefined) => void
  /** The list. */
  children: ReactNode
}

/** The leads of one status, or all of them. */
export function LeadViews({ status, onView, children }: Props) {
  const counts = useGetLeadStatusCounts().data?.data
  const shown = status ?? everything
  // A status of the CRM's own has no tab of its own until it is the one that is shown.
  const names = [everything, ...presets, ...(presets.includes(shown) || shown === everything ? [] : [shown])]
  const countOf = (name: string) =>
    counts?.filter((one) => name === everything || one.status === name).reduce((sum, { leads }) => sum + leads, 0)
  const views = names.map((name) => {
    const count = countOf(name)
    const text = name === everything ? 'All' : statusDisplay(name).text
    return { name, text, count: count === undefined ? undefined : figure.format(count) }
  })
  return (
    <Views views={views} shown={shown} onView={(name) => onView(name === everything ? undefined : name)}>
      {children}
    </Views>
  )
}
