import { createLeadNote, getListLeadTimelineQueryKey, type LeadOwner } from '@app/api-client'
import { isText } from '@app/contract/formats'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isFocusFree, submitOnShortcut, useKeys } from '../components/keyboard.ts'
import { showRefusal, showSaved } from '../components/toasts.tsx'
import { useOneAtATime } from '../components/use-one-at-a-time.ts'
import { useUnloadWarning } from '../edit/use-unload-warning.ts'
import { useDraft } from '../session/use-draft.tsx'
import { useOwners } from '../leads/OwnerName.tsx'
import styles from './LeadPipeline.module.css'

export const emptyNote = { text: '' }

export const noteName = (leadId: string): string => `note on ${leadId}`

type Props = {
  leadId: string
  /** If false, the form only shows text that is already there. */
  isOpen: boolean
  /** Takes the focus after saving, so that single-key shortcuts work again. */
  onSaved: () => void
}

const rules = {
  text(value: string) {
    if (isText(value)) return null
    return value.trim() ? 'Remove the unprintable characters' : 'Text is required'
  },
}

/**
 * Adds a note to a lead. The text stays in this tab until it is stored, even while other leads are open, and is stored
 * once.
 */
export function NoteBox({ leadId, isOpen, onSaved }: Props) {
  const owners = useOwners()
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useForm({ initialValues: emptyNote, validate: rules })
  const draft = useDraft(form, noteName(leadId))
  useUnloadWarning(form.isDirty())
  const mentioned = mentionsIn(form.values.text, owners)
  useKeys({ n: () => field.current?.focus() }, true)

  const add = useMutation({
    mutationFn: ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) => {
      const mentions = mentionsIn(text, owners).map(({ id }) => id)
      const note = { text, ...(mentions.length > 0 && { mentions }) }
      return createLeadNote(leadId, note, { 'Idempotency-Key': idempotencyKey })
    },
    onSuccess(_note, { idempotencyKey }, _result, { client }) {
      showSaved('Note added')
      // Another lead may be open by now.
      if (draft.dropSent(idempotencyKey) && field.current) {
        form.reset()
        if (isFocusFree(field.current.form)) onSaved()
      }
      return client.invalidateQueries({ queryKey: getListLeadTimelineQueryKey(leadId) })
    },
    onError: (error) => showRefusal(error, 'Failed to add note', { kept: 'Your note is kept.', form }),
  })
  const oneAtATime = useOneAtATime()
  const send = ({ text }: typeof form.values) =>
    oneAtATime(() => add.mutateAsync({ text, idempotencyKey: draft.idempotencyKey() }))
  if (!isOpen && !form.isDirty()) return null
  return (
    <form
      aria-label="Note"
      className={styles.form}
      noValidate
      onSubmit={(event) => form.onSubmit(send, () => field.current?.focus())(event)}
      onKeyDown={submitOnShortcut}
    >
      <Textarea ref={field} label="Add a note" rows={2} maxLength={5000} dir="auto" {...form.getInputProps('text')} />
      {draft.notice}
      <div className={styles.buttons}>
        {isOpen && (
          <Button type="submit" size="compact-sm" loading={add.isPending}>
            Add note
          </Button>
        )}
        <NativeSelect
          aria-label="Mention someone"
          size="xs"
          className={styles.mention}
          data={[
            { value: '', label: 'Mention…' },
            ...owners.filter(({ isEnabled }) => isEnabled).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value=""
          onChange={(event) => {
            const owner = owners.find(({ id }) => id === event.currentTarget.value)
            if (!owner) return
            form.setFieldValue('text', withMention(form.values.text, owner.name))
            field.current?.focus()
          }}
        />
        <span role="status" className={styles.quiet}>
          {mentioned.length > 0 && `Mentions ${mentioned.map(({ name }) => name).join(', ')}`}
        </span>
      </div>
    </form>
  )
}

/** The API's limit. */
const maxMentions = 20

/** The accounts that a text mentions: those whose name follows an @. */
const mentionsIn = (text: string, owners: readonly LeadOwner[]): LeadOwner[] =>
  owners.filter(({ name, isEnabled }) => isEnabled && text.includes(`@${name}`)).slice(0, maxMentions)

/** Appends a mention to a text. */
const withMention = (text: string, name: string): string => `${text}${text && !/\s$/.test(text) ? ' ' : ''}@${name} `
