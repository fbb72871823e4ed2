import { addLeadNote, getListLeadTimelineQueryKey, noteTextPattern } from '@app/api-client'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useKeys } from '../../layout/single-keys.ts'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { useOwners } from '../OwnerName.tsx'
import styles from './LeadWork.module.css'
import { mentionsIn, withMention } from './mentions.ts'
import { keepNote, readNote } from './note-draft.ts'

type Props = {
  leadId: string
  /** Takes the focus after saving, so that single keys work again. */
  onSaved: () => void
}

/** Writes a note on a lead. What is typed is kept in this tab until it is stored, and it is stored once. */
export function NoteBox({ leadId, onSaved }: Props) {
  const queryClient = useQueryClient()
  const owners = useOwners()
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(() => readNote(leadId))
  const [fault, setFault] = useState<string>()
  const mentioned = mentionsIn(draft.text, owners)
  const type = (text: string) => {
    setDraft(keepNote(leadId, text))
    setFault(undefined)
  }
  useKeys({ n: () => field.current?.focus() }, true)

  const add = useMutation({
    mutationFn: ({ text, key }: typeof draft) => {
      const mentions = mentionsIn(text, owners).map(({ id }) => id)
      return addLeadNote(leadId, { text, ...(mentions.length > 0 && { mentions }) }, { 'Idempotency-Key': key })
    },
    onSuccess(_note, sent) {
      showSaved('Note added')
      // What was typed while it was being stored is another note.
      if (field.current?.value === sent.text) {
        type('')
        onSaved()
      } else if (readNote(leadId).key === sent.key) keepNote(leadId, '')
      return queryClient.invalidateQueries({ queryKey: getListLeadTimelineQueryKey(leadId) })
    },
    onError: (error) => showRefusal(error, 'Failed to add note'),
  })
  const oneAtATime = useOneAtATime()
  const submit = () => {
    if (noteTextPattern.test(draft.text)) return oneAtATime(() => add.mutateAsync(draft))
    setFault(draft.text.trim() ? 'Please remove the characters that cannot be printed' : 'Please write something')
    field.current?.focus()
  }
  return (
    <form
      aria-label="Note"
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <Textarea
        ref={field}
        label="Add a note"
        rows={3}
        maxLength={5000}
        dir="auto"
        value={draft.text}
        error={fault}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="compact-sm" loading={add.isPending}>
          Add note
        </Button>
        <NativeSelect
          aria-label="Mention somebody"
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
            type(withMention(draft.text, owner.name))
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
