import { changeLead, getLead, type LeadChange, listLeadTimeline, type LeadWork } from '@app/api-client'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { statusOf } from '../../layout/ErrorNotice.tsx'
import { fieldErrors } from '../../layout/field-errors.ts'
import { showRefusal } from '../../layout/show-refusal.ts'
import { StaleNotice } from '../../layout/StaleNotice.tsx'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { undoEdit } from '../../layout/undo-edit.ts'
import { type StoredState, useConflict } from '../../layout/use-conflict.ts'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { useKeptDraft } from '../../session/use-kept-draft.tsx'
import { useOwners } from '../OwnerName.tsx'
import { reloadAfterChange } from '../refresh-leads.ts'
import { type WorkForm, workChange, workFieldText, workForm, workOf, workRules, workValueText } from './work-form.ts'

const saved = 'Lead updated successfully'
const failed = 'Failed to update lead'

const stateOf = (work: LeadWork): StoredState<WorkForm> => ({ version: work.version, values: workForm(work) })

/** The work as it is stored, and who changed it last. */
async function loadState(id: string): Promise<StoredState<WorkForm>> {
  const [lead, timeline] = await Promise.all([getLead(id), listLeadTimeline(id, { limit: 20 })])
  const { work } = lead.data
  const last = timeline.data.find(({ kind }) => kind === 'change' || kind === 'merge' || kind === 'unmerge')
  return { ...stateOf(work), changedBy: last?.by, changedAt: last?.at }
}

interface Write {
  values: WorkForm
  basis: StoredState<WorkForm>
  /** It was merged with what a colleague saved, which the note says. */
  isMerged?: boolean
  note?: string | undefined
}

/** Edits the work on a lead that others may edit too: their changes are kept, and a change can be undone. */
export function useWorkEdit(work: LeadWork, onSaved: () => void) {
  const { id } = work
  const queryClient = useQueryClient()
  const owners = useOwners()
  const form = useForm<WorkForm>({ initialValues: workForm(work), validate: workRules })
  const draft = useKeptDraft(form, `work ${id}`, { loaded: stateOf(work) })
  const { basis, setBasis } = draft
  const valueText = (field: string, value: string) => workValueText(owners, field, value)

  // A colleague's change comes by itself, unless something is being typed: then saving merges the two.
  useEffect(() => {
    if (!basis || work.version <= basis.version || form.isDirty()) return
    setBasis(stateOf(work))
    form.setInitialValues(workForm(work))
    form.setValues(workForm(work))
  }, [work, basis, setBasis, form])

  const patch = (change: LeadChange, version: number) => changeLead(id, change, { 'If-Match': `"${version}"` })
  const undoOf = (stored: LeadWork, before: WorkForm) => {
    const write = () =>
      patch(workChange(workForm(stored), before), stored.version).then(() => reloadAfterChange(queryClient))
    return undoEdit(queryClient, { write, keys: [], saved, failed })
  }
  const update = useMutation({
    mutationFn: ({ values, basis: { values: before, version } }: Write) => patch(workChange(before, values), version),
    onSuccess({ data }, { basis: { values: before }, note }) {
      showSaved(saved, undoOf(data, before), note)
      setBasis(stateOf(data))
      form.setInitialValues(workForm(data))
      form.setValues(workForm(data))
      conflict.close()
      // Not waited for: Undo and the next edit work at once.
      reloadAfterChange(queryClient)
      onSaved()
    },
    onError(error, { isMerged }) {
      if (statusOf(error) !== 412) {
        form.setErrors(fieldErrors(error))
        showRefusal(error, failed)
        // It may be gone, or merged into another one.
        reloadAfterChange(queryClient)
      } else if (isMerged) {
        // One merge for each press: two who keep saving must not make the app write forever.
        showFailure(error, failed, 'Somebody has changed it again. Save once more.')
      } else conflict.open()
    },
  })
  const conflict = useConflict({
    form,
    basis,
    setBasis,
    inputOf: workOf,
    load: () => loadState(id),
    onMerged(values, stored, kept) {
      const who = stored.changedBy ? `${stored.changedBy}’s change` : 'what somebody else changed'
      const theirs = new Map(Object.entries(stored.values))
      const changes = kept.map((field) => `${workFieldText(field)} ${valueText(field, theirs.get(field) ?? '')}`)
      const note = kept.length > 0 ? `Kept ${who}: ${changes.join(', ')}.` : undefined
      send({ values, basis: stored, note, isMerged: true })
    },
  })
  const oneAtATime = useOneAtATime()
  const send = (write: Write) => {
    // Both may have made the same change.
    if (Object.keys(workChange(write.basis.values, write.values)).length === 0) return conflict.close()
    oneAtATime(() => update.mutateAsync(write))
  }
  const save = () => basis && send({ values: form.getValues(), basis })
  return {
    form,
    draft,
    isSaving: update.isPending,
    save,
    discard() {
      form.reset()
      conflict.close()
    },
    notice: conflict.isOpen && (
      <StaleNotice
        what="lead"
        conflict={conflict}
        fieldText={workFieldText}
        valueText={valueText}
        isSaving={update.isPending}
        onOverwrite={save}
      />
    ),
  }
}
