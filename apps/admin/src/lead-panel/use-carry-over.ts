import { getLead } from '@app/api-client'
import { readStored, store } from '@app/ui/tab-storage'
import { useMutation } from '@tanstack/react-query'
import { mergeEdits } from '../edit/merge-edits.ts'
import { showRefusal } from '../components/toasts.tsx'
import { draftKey, dropDrafts } from '../session/drafts.ts'
import { draftOf, useStaffId } from '../session/use-draft.tsx'
import { emptyNote, noteName } from './NoteBox.tsx'
import { emptyReply, replyName } from './ReplyForm.tsx'
import { workForm, workOf } from './work-form.ts'

const workName = (leadId: string): string => `work ${leadId}`
const names = [workName, noteName, replyName]

/** True if there is unsaved text about a lead. */
export function useIsTyped(leadId: string): boolean {
  const staffId = useStaffId()
  return names.some((name) => readStored(draftKey(staffId, name(leadId))) !== undefined)
}

const joined = (...texts: (string | undefined)[]): string => texts.filter(Boolean).join('\n\n')

/** Moves unsaved text about a lead to the forms of the lead it was merged into. Text that is already there stays. */
export function useCarryOver(from: string, into: string, onDone: () => void) {
  const staffId = useStaffId()
  const keyOf = (name: (id: string) => string, id: string) => draftKey(staffId, name(id))
  const both = <Values extends object>(name: (id: string) => string, model: Values) =>
    [from, into].map((id) => draftOf(readStored(keyOf(name, id)), model))

  const carryWork = async () => {
    const { data } = await getLead(into)
    const theirs = workForm(data.pipeline)
    const [typed, there] = both(workName, theirs)
    if (!typed?.basis) return
    const target = there ?? {
      values: theirs,
      basis: { version: data.pipeline.version, values: theirs },
      idempotencyKey: '',
    }
    const { values } = mergeEdits(typed.basis.values, target.values, typed.values, workOf)
    store(keyOf(workName, into), { ...target, values })
  }
  const carryTexts = () => {
    const [note, noteThere] = both(noteName, emptyNote)
    const [reply, replyThere] = both(replyName, emptyReply)
    const idempotencyKey = crypto.randomUUID()
    if (note) {
      const text = joined(noteThere?.values.text, note.values.text)
      store(keyOf(noteName, into), { values: { text }, idempotencyKey })
    }
    if (reply) {
      const subject = replyThere?.values.subject || reply.values.subject
      const body = joined(replyThere?.values.body, reply.values.body)
      store(keyOf(replyName, into), { values: { subject, body }, idempotencyKey })
    }
  }
  return useMutation({
    mutationFn: carryWork,
    onSuccess() {
      carryTexts()
      dropDrafts((key) => names.some((name) => key === keyOf(name, from)))
      onDone()
    },
    onError: (error) => showRefusal(error, 'Failed to open the other lead'),
  })
}
