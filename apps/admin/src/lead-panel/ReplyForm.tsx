import {
  createLeadReply,
  previewLeadReply,
  type ReplyTemplate,
  useGetLeadRoutingSettings,
  useListReplyTemplates,
} from '@app/api-client'
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Form } from '../components/Form.tsx'
import { useKeys } from '../components/keyboard.ts'
import { showRefusal } from '../components/toasts.tsx'
import { requiredLine } from '../components/text-rules.ts'
import { useHasDraft } from '../session/use-draft.tsx'
import styles from './LeadPipeline.module.css'
import { useLeadText } from './use-lead-text.ts'

export const emptyReply = { subject: '', body: '' }

type Reply = typeof emptyReply

const rules = {
  subject: requiredLine('Subject is required'),
  body: (value: string) => (value.trim() ? null : 'Text is required'),
}

export const replyName = (leadId: string): string => `reply to ${leadId}`

/** Replaces the text of the previously inserted template. The user's own text stays, above the template. */
function useInsert(form: UseFormReturnType<Reply>) {
  const filled = useRef(emptyReply)
  return ({ subject, body }: Reply) => {
    const now = form.getValues()
    const isOwn = (name: keyof Reply) => now[name].trim() !== '' && now[name] !== filled.current[name]
    form.setValues({
      subject: isOwn('subject') ? now.subject : subject,
      body: isOwn('body') ? `${now.body.trimEnd()}\n\n${body}` : body,
    })
    filled.current = { subject, body }
  }
}

type Props = {
  leadId: string
  to: string
  /** If false, the form only shows text that is already there. */
  isOpen: boolean
  startsHere: boolean
  onClose: () => void
}

function ReplyForm({ leadId, to, isOpen, startsHere, onClose }: Props) {
  const { form, isSending, notice, leave, props } = useLeadText({
    leadId,
    name: replyName(leadId),
    empty: emptyReply,
    rules,
    send: ({ subject, body }, headers) =>
      createLeadReply(leadId, { subject: subject.trim(), body: body.trim() }, headers),
    saved: 'Reply sent',
    failed: 'Failed to send reply',
    onSent: () => close(),
  })
  const insert = useInsert(form)
  const close = () => {
    leave()
    onClose()
  }

  return (
    <Form aria-label="Reply" {...props}>
      {isOpen && (
        <p className={styles.quiet}>
          Reply by email to <bdi>{to}</bdi>. Responses go to your own email address.
        </p>
      )}
      {notice}
      {isOpen && <TemplateSelect leadId={leadId} startsHere={startsHere} onFilled={insert} />}
      <TextInput label="Subject" maxLength={200} dir="auto" {...form.getInputProps('subject')} />
      <Textarea label="Text" rows={8} maxLength={5000} dir="auto" {...form.getInputProps('body')} />
      <Group gap="xs">
        {isOpen && (
          <Button type="submit" size="compact-sm" loading={isSending}>
            Send reply
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={close}>
          Close
        </Button>
      </Group>
    </Form>
  )
}

type TemplateProps = { leadId: string; startsHere: boolean; onFilled: (reply: Reply) => void }

/** Fills in a template with this lead's data. */
function TemplateSelect({ leadId, startsHere, onFilled }: TemplateProps) {
  const field = useRef<HTMLSelectElement>(null)
  const templates = useListReplyTemplates().data?.data ?? []
  const [chosen, choose] = useState('')
  const fill = useMutation({
    mutationFn: ({ subject, body }: ReplyTemplate) => previewLeadReply(leadId, { subject, body }),
    onError: (error) => showRefusal(error, 'Failed to fill in the template'),
  })
  useEffect(() => {
    if (startsHere) field.current?.focus()
  }, [startsHere])
  return (
    <NativeSelect
      ref={field}
      label="Template"
      data-reply
      data={[
        { value: '', label: templates.length > 0 ? 'None' : 'No templates yet' },
        ...templates.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={chosen}
      onChange={({ currentTarget: { value } }) => {
        choose(value)
        const template = templates.find(({ id }) => id === value)
        // The arrow keys choose one template after another, and only the last one is filled in.
        if (template) fill.mutate(template, { onSuccess: ({ data: { subject, body } }) => onFilled({ subject, body }) })
        else fill.reset()
      }}
    />
  )
}

type BoxProps = {
  leadId: string
  to: string
  /** If false, the form only shows text that is already there. */
  isOpen: boolean
}

/** Replies to a lead by email. Collapsed until the user starts to write. Explains why replies are unavailable. */
export function ReplyBox({ leadId, to, isOpen }: BoxProps) {
  const canMail = useGetLeadRoutingSettings().data?.data.canMail
  // A draft reopens with its lead, without taking the focus.
  const hasDraft = useHasDraft(replyName(leadId))
  const [opened, setOpened] = useState<'kept' | 'now' | undefined>(hasDraft ? 'kept' : undefined)
  useKeys({ r: () => isOpen && canMail && openReply() }, true)
  const openReply = () => {
    const field = document.querySelector<HTMLElement>('[data-reply]')
    if (field) field.focus()
    else setOpened('now')
  }

  if (canMail === undefined || (!isOpen && !hasDraft)) return null
  if (!canMail) return <p className={styles.quiet}>Replies are unavailable: no email server is set up.</p>
  if (!opened) {
    return (
      <div>
        <Button variant="default" size="compact-sm" onClick={openReply}>
          {hasDraft ? 'Continue the reply' : 'Reply by email'}
        </Button>
      </div>
    )
  }
  return (
    <ReplyForm
      leadId={leadId}
      to={to}
      isOpen={isOpen}
      startsHere={opened === 'now'}
      onClose={() => setOpened(undefined)}
    />
  )
}
