import type { LeadDetail } from '@app/api-client'
import { Button } from '@mantine/core'
import { useCanEdit } from '../../session/use-can-edit.ts'
import styles from './LeadWork.module.css'
import { LeadTimeline } from './LeadTimeline.tsx'
import { NoteBox } from './NoteBox.tsx'
import { RelatedRecords } from './RelatedRecords.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { useMerge } from './use-merge.ts'
import { WorkFacts } from './WorkFacts.tsx'
import { type NoteUnsaved, WorkForm } from './WorkForm.tsx'

export type LeadWorkProps = {
  lead: LeadDetail
  startsHere: boolean
  onUnsaved: NoteUnsaved
  onOpen: (id: string) => void
}

/** What staff make of a lead, what happened to it, and what else there is about the person. */
export function LeadWork({ lead, startsHere, onUnsaved, onOpen }: LeadWorkProps) {
  const canEdit = useCanEdit()
  const canWork = canEdit && !lead.mergedInto
  const focusTitle = () => document.querySelector<HTMLElement>('[data-lead-title]')?.focus()
  return (
    <>
      {lead.mergedInto && <MergedNotice id={lead.id} into={lead.mergedInto} canEdit={canEdit} onOpen={onOpen} />}
      <h3 className={styles.subtitle}>Work</h3>
      {canWork ? (
        <WorkForm work={lead.work} startsHere={startsHere} onUnsaved={onUnsaved} onSaved={focusTitle} />
      ) : (
        <WorkFacts work={lead.work} />
      )}
      <RelatedRecords leadId={lead.id} canMerge={canWork} onOpen={onOpen} />
      <div className={styles.notes}>{canWork && <NoteBox leadId={lead.id} onSaved={focusTitle} />}</div>
      {canWork && (
        <div className={styles.reply}>
          <ReplyBox leadId={lead.id} to={lead.email} onSent={focusTitle} />
        </div>
      )}
      <LeadTimeline lead={lead} />
    </>
  )
}

type MergedProps = { id: string; into: string; canEdit: boolean; onOpen: (id: string) => void }

/** A merged lead is only read: the work goes on in the one that it was merged into. */
function MergedNotice({ id, into, canEdit, onOpen }: MergedProps) {
  const { takeBack, pending } = useMerge(into)
  return (
    <div role="note" className={styles.merged}>
      <p>This lead was merged into another one. Lists and figures no longer include it.</p>
      <Button variant="default" size="compact-sm" onClick={() => onOpen(into)}>
        Open the other lead
      </Button>
      {canEdit && (
        <Button variant="default" size="compact-sm" loading={pending !== undefined} onClick={() => takeBack(id)}>
          Undo merge
        </Button>
      )}
    </div>
  )
}
