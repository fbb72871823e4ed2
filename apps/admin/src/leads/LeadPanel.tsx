import { type Lead, useGetLead } from '@app/api-client'
import { Button, Drawer, Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ErrorNotice, statusOf } from '../layout/ErrorNotice.tsx'
import { isTyped, stepOf, useSingleKeys } from '../layout/single-keys.ts'
import { plainTitleBar } from '../layout/title-bar.ts'
import { EmptyNotice } from '../list/EmptyNotice.tsx'
import { KnownFacts, LeadFacts } from './LeadFacts.tsx'
import styles from './LeadPanel.module.css'

const recordId = /^[\da-f-]{36}$/

type Props = {
  /** Taken from the address. */
  id: string | undefined
  /** The leads of the list beside it, in order. */
  listed: readonly Lead[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** One lead beside the list, with everything we know about it. */
export function LeadPanel({ id, listed, onOpen, onClose }: Props) {
  useFocusOnRow(id)
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      returnFocus={false}
      position="right"
      size="30rem"
      title="Lead"
      closeButtonProps={{ 'aria-label': 'Close lead' }}
      attributes={plainTitleBar}
    >
      {id && <Neighbors id={id} listed={listed} onOpen={onOpen} />}
      {id &&
        (recordId.test(id) ? <LoadedLead id={id} known={listed.find((lead) => lead.id === id)} /> : <NoSuchLead />)}
    </Drawer>
  )
}

/** When the panel closes, the focus goes to the row of the lead that it showed last, wherever it was opened from. */
function useFocusOnRow(id: string | undefined): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const last = shown.current
    shown.current = id
    if (id !== undefined || last === undefined) return
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
    const row = rows.find(({ dataset }) => dataset['row'] === last)
    // A lead of another page or filter has no row.
    const place = row ?? document.querySelector<HTMLElement>('#recent-leads')
    place?.focus()
  }, [id])
}

/** Moves from lead to lead without going back to the list, also by `j` and `k`. */
function Neighbors({ id, listed, onOpen }: Omit<Props, 'id' | 'onClose'> & { id: string }) {
  const [areKeysOn] = useSingleKeys()
  const at = listed.findIndex((lead) => lead.id === id)
  const next = at < 0 ? undefined : listed[at + 1]?.id
  const previous = listed[at - 1]?.id

  useEffect(() => {
    if (!areKeysOn) return undefined
    const press = (event: KeyboardEvent) => {
      const step = isTyped(event) ? undefined : stepOf(event.key)
      const to = step === 1 ? next : step && previous
      if (to) onOpen(to)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [areKeysOn, next, previous, onOpen])

  if (at < 0) return null
  return (
    <div className={styles.neighbors}>
      <Button
        size="compact-sm"
        variant="default"
        aria-disabled={!previous}
        onClick={() => previous && onOpen(previous)}
      >
        Previous lead
      </Button>
      <Button size="compact-sm" variant="default" aria-disabled={!next} onClick={() => next && onOpen(next)}>
        Next lead
      </Button>
    </div>
  )
}

const NoSuchLead = () => <EmptyNotice title="There is no such lead">The link may be old or cut short.</EmptyNotice>

/** While it loads, it shows what its row says. */
function LoadedLead({ id, known }: { id: string; known: Lead | undefined }) {
  const lead = useGetLead(id)

  if (lead.isError && statusOf(lead.error) === 404) return <NoSuchLead />
  if (lead.isError) {
    return (
      <ErrorNotice
        title="The lead could not be loaded"
        error={lead.error}
        onRetry={() => void lead.refetch()}
        isRetrying={lead.isFetching}
      />
    )
  }
  if (lead.isSuccess) return <LeadFacts lead={lead.data.data} />
  return (
    <>
      {known && <KnownFacts lead={known} />}
      <Skeleton height={known ? 200 : 420} radius="md" role="status" aria-label="Loading" />
    </>
  )
}
