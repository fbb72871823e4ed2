import { createLeadNote, type LeadOwner } from '@app/api-client'
import { isText } from '@app/contract/formats'
import { Button, Group, NativeSelect, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { Form } from '../components/Form.tsx'
import { useKeys } from '../components/keyboard.ts'
import { useOwners } from '../leads/OwnerName.tsx'
import styles from './LeadPipeline.module.css'
import { useLeadText } from './use-lead-text.ts'

export const emptyNote = { text: '' }

export const noteName = (leadId: string): string => `note on ${leadId}`

type Props = {
  leadId: string
  /** If false, the form only shows text that is already there. */
  isOpen: boolean
}

const rules = {
  text(value: string) {
    if (isText(value)) return null
    return value.trim() ? 'Remove the unprintable characters' : 'Text is required'
  },
}

/** Adds a note to a lead. */
export function NoteBox({ leadId, isOpen }: Props) {
  const owners = useOwners()
  const field = useRef<HTMLTextAreaElement>(null)
  const { form, isSending, notice, leave, props } = useLeadText({
    leadId,
    name: noteName(leadId),
    empty: emptyNote,
    rules,
    send({ text }, headers) {
      const mentions = mentionsIn(text, owners).map(({ id }) => id)
      return createLeadNote(leadId, { text, ...(mentions.length > 0 && { mentions }) }, headers)
    },
    saved: 'Note added',
    failed: 'Failed to add note',
    onSent() {
      form.reset()
      leave()
    },
  })
  const mentioned = mentionsIn(form.values.text, owners)
  useKeys({ n: () => field.current?.focus() }, true)

  if (!isOpen && !form.isDirty()) return null
  return (
    <Form aria-label="Note" {...props}>
      <Textarea ref={field} label="Add a note" rows={2} maxLength={5000} dir="auto" {...form.getInputProps('text')} />
      {notice}
      <Group gap="xs">
        {isOpen && (
          <Button type="submit" size="compact-sm" loading={isSending}>
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
      </Group>
    </Form>
  )
}

/** The API's limit. */
const maxMentions = 20

/** The accounts that a text mentions: those whose name follows an @. */
const mentionsIn = (text: string, owners: readonly LeadOwner[]): LeadOwner[] =>
  owners.filter(({ name, isEnabled }) => isEnabled && text.includes(`@${name}`)).slice(0, maxMentions)

/** Appends a mention to a text. */
const withMention = (text: string, name: string): string => `${text}${text && !/\s$/.test(text) ? ' ' : ''}@${name} `
