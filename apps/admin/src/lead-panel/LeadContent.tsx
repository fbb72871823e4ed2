import type { LeadDetail } from '@app/api-client'
import { Button } from '@mantine/core'
import { PersonActions } from '../people/PersonActions.tsx'
import { useCanEdit, useIsOwner } from '../session/use-staff.ts'
import { LeadFacts, LeadHead } from './LeadFacts.tsx'
import panel from './LeadPanel.module.css'
import styles from './LeadPipeline.module.css'
import { LeadTimeline } from './LeadTimeline.tsx'
import { NoteBox } from './NoteBox.tsx'
import { RelatedRecords, useUnmerge } from './RelatedRecords.tsx'
import { ReplyBox } from './ReplyForm.tsx'
import { useCarryOver, useIsTyped } from './use-carry-over.ts'
import { type NoteUnsaved, WorkForm } from './WorkForm.tsx'

export interface LeadContentProps {
  lead: LeadDetail
  /** Someone deleted the lead, perhaps at the person's request, or marked it as spam. The user's text stays. */
  isGone: boolean
  startsAtWork: boolean
  onUnsaved: NoteUnsaved
  onOpen: (id: string) => void
  onErase: () => void
}

/** The pipeline fields, notes, and replies, which staff use first. The details, related records, and timeline follow. */
export function LeadContent({ lead, isGone, startsAtWork, onUnsaved, onOpen, onErase }: LeadContentProps) {
  const canEdit = useCanEdit()
  const isOwner = useIsOwner()
  const canWork = canEdit && !lead.mergedInto && !isGone
  return (
    <>
      {isGone ? <GoneTitle /> : <LeadHead lead={lead} />}
      {lead.mergedInto && !isGone && (
        <MergedNotice id={lead.id} into={lead.mergedInto} canEdit={canEdit} onUnsaved={onUnsaved} onOpen={onOpen} />
      )}
      <h3 className={styles.subtitle}>Pipeline</h3>
      {/* Also rendered for viewers, so that an account that becomes a viewer keeps its unsaved text. */}
      <WorkForm work={lead.pipeline} isOpen={canWork} startsHere={startsAtWork} onUnsaved={onUnsaved} />
      {/* Rendered from the start, so that the content below does not move. */}
      <div className={styles.message}>
        <NoteBox leadId={lead.id} isOpen={canWork} />
      </div>
      <div className={styles.message}>
        <ReplyBox leadId={lead.id} to={lead.email} isOpen={canWork} />
      </div>
      {!isGone && (
        <>
          <h3 className={styles.subtitle}>Details</h3>
          <LeadFacts lead={lead} />
          <RelatedRecords leadId={lead.id} canMerge={canWork} onOpen={onOpen} />
          <LeadTimeline lead={lead} />
          {isOwner && <PersonActions id={lead.id} onErase={onErase} />}
        </>
      )}
    </>
  )
}

const GoneTitle = () => (
  <>
    <h2 className={panel.name} tabIndex={-1} data-lead-title>
      This lead was removed
    </h2>
    <p role="alert">It was deleted or marked as spam. Your text is still here, so you can copy it.</p>
  </>
)

type MergedProps = Pick<LeadContentProps, 'onUnsaved' | 'onOpen'> & { id: string; into: string; canEdit: boolean }

/** A merged lead is read-only: work continues on the lead it was merged into. */
function MergedNotice({ id, into, canEdit, onUnsaved, onOpen }: MergedProps) {
  const unmerge = useUnmerge()
  const isTyped = useIsTyped(id)
  const carry = useCarryOver(id, into, () => {
    // The text has moved, so leaving this lead needs no confirmation.
    onUnsaved(undefined)
    onOpen(into)
  })
  return (
    <div role="note" className={styles.merged}>
      <p>This lead was merged into another one. Lists and figures no longer include it.</p>
      {isTyped && <p>Your unsaved text is still here.</p>}
      {isTyped ? (
        <Button size="compact-sm" loading={carry.isPending} onClick={() => carry.mutate()}>
          Move it to the other lead
        </Button>
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => onOpen(into)}>
          Open the other lead
        </Button>
      )}
      {canEdit && (
        <Button variant="default" size="compact-sm" loading={unmerge.isPending} onClick={() => unmerge.start(id)}>
          Undo merge
        </Button>
      )}
    </div>
  )
}
