import { changeSampleRequest, listSampleRequests, type SampleRequest } from '@app/api-client'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { statusOf } from '../../layout/ErrorNotice.tsx'
import { fieldErrors } from '../../layout/field-errors.ts'
import { StaleNotice } from '../../layout/StaleNotice.tsx'
import { showFailure, showGone, showSaved } from '../../layout/toasts.tsx'
import { type StoredState, useConflict } from '../../layout/use-conflict.ts'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { useKeptDraft } from '../../session/use-kept-draft.tsx'
import { putRequests, reloadRequests } from './request-cache.ts'
import { versionOf } from './request-display.ts'
import {
  fieldText,
  requestChange,
  type RequestForm,
  requestForm,
  requestInput,
  requestRules,
  valueText,
} from './request-form.ts'
import { failed, undoOf } from './use-request-marks.ts'

const saved = 'Sample request updated successfully'

const stateOf = (request: SampleRequest): StoredState<RequestForm> => ({
  version: versionOf(request),
  values: requestForm(request),
  changedBy: request.changedBy,
  changedAt: request.changedAt,
})

interface Write {
  values: RequestForm
  basis: StoredState<RequestForm>
  /** It was merged with what a colleague saved, which the note says. */
  isMerged?: boolean
  note?: string | undefined
}

/** Edits a request that colleagues may mark at the same time: what they did is kept, and a change can be undone. */
export function useRequestEdit(request: SampleRequest, onClose: () => void) {
  const { id } = request
  const queryClient = useQueryClient()
  const form = useForm<RequestForm>({ initialValues: requestForm(request), validate: requestRules })
  const draft = useKeptDraft(form, `sample request ${id}`, { loaded: stateOf(request), onClose })
  const { basis, setBasis } = draft
  const update = useMutation({
    mutationFn: ({ values, basis: { values: before, version } }: Write) =>
      changeSampleRequest(id, requestChange(before, values), { 'If-Match': `"${version}"` }),
    onSuccess({ data }, { note }) {
      showSaved(saved, undoOf(queryClient, [data], saved), note)
      draft.close()
      // Not waited for: Undo works at once, however long the counts take.
      void putRequests(queryClient, [data])
    },
    onError(error, { isMerged }) {
      const status = statusOf(error)
      if (status === 412) {
        if (!isMerged) return conflict.open()
        // One merge for each press: two who keep saving must not make the app write forever.
        return showFailure(error, failed, 'Somebody has changed it again. Save once more.')
      }
      if (status !== 404) {
        form.setErrors(fieldErrors(error))
        return showFailure(error, failed)
      }
      showGone('sample request')
      draft.close()
      return void reloadRequests(queryClient)
    },
  })
  const conflict = useConflict({
    form,
    basis,
    setBasis,
    inputOf: requestInput,
    async load() {
      const { data } = await listSampleRequests({ ids: [id] })
      const [stored] = data
      if (!stored) throw new Error('The request is gone')
      return stateOf(stored)
    },
    onMerged(values, stored, kept) {
      const who = stored.changedBy ? `${stored.changedBy}’s change` : 'what somebody else changed'
      const theirs = new Map(Object.entries(stored.values))
      const changes = kept.map((field) => `${fieldText(field)} ${valueText(field, String(theirs.get(field)))}`)
      const note = kept.length > 0 ? `Kept ${who}: ${changes.join(', ')}.` : undefined
      send({ values, basis: stored, note, isMerged: true })
    },
  })
  const oneAtATime = useOneAtATime()
  const send = (write: Write) => {
    // Nothing to save, or a colleague has made the same change.
    if (Object.keys(requestChange(write.basis.values, write.values)).length === 0) return draft.close()
    return oneAtATime(() => update.mutateAsync(write))
  }
  const save = () => basis && send({ values: form.getValues(), basis })
  return {
    form,
    draft,
    isSaving: update.isPending,
    save,
    notice: conflict.isOpen && (
      <StaleNotice
        what="sample request"
        conflict={conflict}
        fieldText={fieldText}
        valueText={valueText}
        isSaving={update.isPending}
        onOverwrite={save}
      />
    ),
  }
}
