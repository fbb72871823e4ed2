import {
  getListLeadTimelineQueryKey,
  previewReply,
  replyToLead,
  type ReplyTemplate,
  useListReplyTemplates,
} from '@app/api-client'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { requiredLine } from '../../layout/text-rules.ts'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import styles from './LeadWork.module.css'
import { emptyReply, keepReply, readReply, type ReplyDraft } from './reply-draft.ts'

type Text = Omit<ReplyDraft, 'key'>

const subjectFault = requiredLine('Please write a subject')

/** What is written, and the same as the last template filled it in. */
function useReplyDraft(leadId: string) {
  const [draft, setDraft] = useState(() => readReply(leadId))
  const latest = useRef(draft)
  const put = (text: Text) => {
    latest.current = keepReply(leadId, text)
    setDraft(latest.current)
  }
  const filled = useRef<Text>(emptyReply)
  /** Takes the place of what another template filled in, and leaves what somebody wrote. */
  const insert = ({ subject, body }: Text) => {
    const now = latest.current
    const isOwn = (name: keyof Text) => now[name].trim() !== '' && now[name] !== filled.current[name]
    put({
      subject: isOwn('subject') ? now.subject : subject,
      body: isOwn('body') ? `${now.body.trimEnd()}\n\n${body}` : body,
    })
    filled.current = { subject, body }
  }
  return { draft, latest, put, insert }
}

type Props = { leadId: string; to: string; startsHere: boolean; onClose: () => void }

/** Writes a reply. What is typed is kept in this tab until it is sent, and it is sent once. */
export function ReplyForm({ leadId, to, startsHere, onClose }: Props) {
  const queryClient = useQueryClient()
  const { draft, latest, put, insert } = useReplyDraft(leadId)
  const subjectField = useRef<HTMLInputElement>(null)
  const bodyField = useRef<HTMLTextAreaElement>(null)
  const [faults, setFaults] = useState<Partial<Record<keyof Text, string | null>>>({})
  const type = (changes: Partial<Text>) => {
    put({ ...latest.current, ...changes })
    setFaults({})
  }

  const send = useMutation({
    mutationFn: ({ subject, body, key }: ReplyDraft) =>
      replyToLead(leadId, { subject: subject.trim(), body: body.trim() }, { 'Idempotency-Key': key }),
    onSuccess(_reply, sent) {
      showSaved('The reply is on its way')
      // What was typed while it was being stored is another reply.
      if (latest.current.key === sent.key) {
        put(emptyReply)
        onClose()
      }
      return queryClient.invalidateQueries({ queryKey: getListLeadTimelineQueryKey(leadId) })
    },
    onError: (error) => showRefusal(error, 'Failed to send the reply'),
  })
  const oneAtATime = useOneAtATime()
  const submit = () => {
    const found = { subject: subjectFault(draft.subject), body: draft.body.trim() ? null : 'Please write something' }
    setFaults(found)
    if (!found.subject && !found.body) return oneAtATime(() => send.mutateAsync(draft))
    const field = found.subject ? subjectField : bodyField
    field.current?.focus()
  }

  return (
    <form
      aria-label="Reply"
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
      <p className={styles.quiet}>
        Reply by email to <bdi>{to}</bdi>. Answers go to your own email address.
      </p>
      <TemplateSelect leadId={leadId} startsHere={startsHere} onFilled={insert} />
      <TextInput
        ref={subjectField}
        label="Subject"
        maxLength={200}
        dir="auto"
        value={draft.subject}
        error={faults.subject}
        onChange={(event) => type({ subject: event.currentTarget.value })}
      />
      <Textarea
        ref={bodyField}
        label="Text"
        rows={8}
        maxLength={5000}
        dir="auto"
        value={draft.body}
        error={faults.body}
        onChange={(event) => type({ body: event.currentTarget.value })}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="compact-sm" loading={send.isPending}>
          Send reply
        </Button>
        <Button variant="default" size="compact-sm" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

type TemplateProps = { leadId: string; startsHere: boolean; onFilled: (text: Text) => void }

/** Fills in a template for this lead, as the lead would read it. */
function TemplateSelect({ leadId, startsHere, onFilled }: TemplateProps) {
  const field = useRef<HTMLSelectElement>(null)
  const templates = useListReplyTemplates().data?.data ?? []
  const [chosen, choose] = useState('')
  const latest = useRef('')
  const fill = useMutation({
    mutationFn: ({ subject, body }: ReplyTemplate) => previewReply(leadId, { subject, body }),
    onSuccess({ data: { subject, body } }, { id }) {
      // Arrow keys choose one template after the other.
      if (latest.current === id) onFilled({ subject, body })
    },
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
        latest.current = value
        const template = templates.find(({ id }) => id === value)
        if (template) fill.mutate(template)
      }}
    />
  )
}
