import { getListRelatedRecordsQueryKey, type Lead, listRelatedRecords, useGetLead } from '@app/api-client'
import { Button, Drawer, Group, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { usePrefetchInfiniteQuery, usePrefetchQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Confirm } from '../components/Confirm.tsx'
import { EmptyNotice, ErrorNotice, statusOf } from '../components/Notices.tsx'
import { OfflineNotice } from '../components/OfflineNotice.tsx'
import { useKeys } from '../components/keyboard.ts'
import { idOf } from '../list/use-url-state.ts'
import { EraseDialog } from '../people/EraseDialog.tsx'
import { LeadContent, type LeadContentProps } from './LeadContent.tsx'
import { KnownFacts } from './LeadFacts.tsx'
import styles from './LeadPanel.module.css'
import type { NoteUnsaved } from './WorkForm.tsx'
import { useIsTyped } from './use-carry-over.ts'
import { timelinePages } from './LeadTimeline.tsx'

export type LeadPanelProps = {
  /** From the URL. */
  id: string | undefined
  /** The leads in the list next to it, in order. */
  listed: readonly Lead[]
  onOpen: (id: string) => void
  onClose: () => void
  /** True if the panel was opened to edit the pipeline fields. */
  startsAtWork?: boolean
}

/** One lead in full, next to the list. Discarding unsaved changes requires confirmation. */
export function LeadPanel({ id, listed, onOpen, onClose, startsAtWork = false }: LeadPanelProps) {
  useFocusOnRow(id)
  const isBeside = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const discard = useRef<Parameters<NoteUnsaved>[0]>(undefined)
  const [leaving, setLeaving] = useState<() => void>()
  const [isErasing, setErasing] = useState(false)
  const [asked, setAsked] = useState(id)
  // Back has opened another lead or closed the panel, so the dialogs about the earlier lead close.
  if (asked !== id) {
    setAsked(id)
    setLeaving(undefined)
    setErasing(false)
  }
  const leave = (go: () => void) => (discard.current ? setLeaving(() => go) : go())
  const open = (next: string) => leave(() => onOpen(next))
  const noteUnsaved = useCallback<NoteUnsaved>((next) => {
    discard.current = next
  }, [])
  return (
    <Drawer
      opened={id !== undefined}
      // Escape closes only the dialog on top, which may be one of the list.
      onClose={() => document.querySelectorAll('[aria-modal="true"]').length === 1 && leave(onClose)}
      returnFocus={false}
      position="right"
      // Next to the list, so that the row can be followed from lead to lead.
      withOverlay={!isBeside}
      lockScroll={!isBeside}
      size="30rem"
      classNames={{ content: styles.content }}
      title="Lead"
      closeButtonProps={{ 'aria-label': 'Close lead' }}
    >
      {!isBeside && <OfflineNotice />}
      {id && <Neighbors id={id} listed={listed} onOpen={open} />}
      {id &&
        (idOf(id) ? (
          <LoadedLead
            key={id}
            id={id}
            known={listed.find((lead) => lead.id === id)}
            startsAtWork={startsAtWork}
            onUnsaved={noteUnsaved}
            onErase={() => setErasing(true)}
            onOpen={open}
          />
        ) : (
          <LeadNotFound />
        ))}
      {id && isErasing && (
        <EraseDialog
          id={id}
          onClose={() => setErasing(false)}
          onErased={() => {
            setErasing(false)
            onClose()
          }}
        />
      )}
      {leaving && (
        <Confirm
          title="Discard changes?"
          action="Discard"
          cancel="Keep editing"
          onConfirm={() => {
            setLeaving(undefined)
            discard.current?.()
            leaving()
          }}
          onClose={() => setLeaving(undefined)}
        >
          Your changes haven’t been saved.
        </Confirm>
      )}
    </Drawer>
  )
}

/**
 * The list follows the panel from lead to lead. When the panel closes, the focus moves to the row of the last lead
 * shown, wherever the panel was opened.
 */
function useFocusOnRow(id: string | undefined): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const last = shown.current
    shown.current = id
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
    const row = rows.find(({ dataset }) => dataset['row'] === (id ?? last))
    if (id !== undefined) row?.scrollIntoView({ block: 'nearest' })
    if (id !== undefined || last === undefined) return
    // The lead may be on another page or filtered out.
    const place = row ?? document.querySelector<HTMLElement>('[data-list-title]')
    place?.focus()
  }, [id])
}

type NeighborsProps = Pick<LeadPanelProps, 'listed' | 'onOpen'> & { id: string }

/** Moves from lead to lead without going back to the list, also with `j` and `k`. */
function Neighbors({ id, listed, onOpen }: NeighborsProps) {
  const at = listed.findIndex((lead) => lead.id === id)
  const next = at < 0 ? undefined : listed[at + 1]?.id
  const previous = listed[at - 1]?.id
  useKeys({ j: () => next && onOpen(next), k: () => previous && onOpen(previous) }, true)

  if (at < 0) return null
  return (
    <Group gap={8} mb="md">
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
    </Group>
  )
}

const LeadNotFound = () => <EmptyNotice title="Lead not found">The link may be out of date or incomplete.</EmptyNotice>

const loading = <Skeleton height={420} radius="md" role="status" aria-label="Loading" />

type LoadedProps = Omit<LeadContentProps, 'lead' | 'isGone'> & { id: string; known: Lead | undefined }

/** Shows the data of the lead's row while it loads. */
function LoadedLead({ id, known, ...work }: LoadedProps) {
  const lead = useGetLead(id)
  const isGone = lead.isError && statusOf(lead.error) === 404
  const isTyped = useIsTyped(id)
  // Requested right away, in parallel with the lead.
  usePrefetchInfiniteQuery(timelinePages(id))
  usePrefetchQuery({ queryKey: getListRelatedRecordsQueryKey(id), queryFn: () => listRelatedRecords(id) })

  // If a later read fails, the lead stays on screen, along with the user's text.
  if (lead.data && (!isGone || isTyped)) return <LeadContent lead={lead.data.data} isGone={isGone} {...work} />
  if (isGone) return <LeadNotFound />
  if (lead.isError) {
    return <ErrorNotice title="The lead could not be loaded" query={lead} />
  }
  return <>{known ? <KnownFacts lead={known}>{loading}</KnownFacts> : loading}</>
}
