import { createReplyTemplate, listReplyTemplates, type ReplyTemplate, updateReplyTemplate } from '@app/api-client'
import { fieldsWith, leadFields } from '@app/labels'
import { Textarea, TextInput } from '@mantine/core'
import { trimmed } from '../../components/text-rules.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { readFrom, sendWhole, useRecordEdit } from '../../edit/use-record-edit.tsx'
import { replyForm, replyLabels, replyRules } from './reply-form.ts'

const ofLead = fieldsWith(leadFields, 'mergeField').map((name) => leadFields[name].mergeField)
const names = [...ofLead, 'myName', 'myEmail', 'ourCompany'].map((name) => `{{${name}}}`)
const fields = `Merge fields: ${names.join(', ')}. {{company|your company}} uses the text after the bar for a lead without a company.`

/** Adds or edits a template. */
export function ReplyTemplateDialog({
  template,
  onClose,
}: {
  template?: ReplyTemplate | undefined
  onClose: () => void
}) {
  const { form, dialog } = useRecordEdit({
    what: 'reply template',
    kind: 'messages',
    record: template,
    valuesOf: replyForm,
    rules: replyRules,
    inputOf: trimmed,
    send: sendWhole(trimmed, createReplyTemplate, updateReplyTemplate),
    read: readFrom(() => listReplyTemplates()),
    create: { saved: 'Template added', failed: 'Failed to save template' },
    update: { saved: 'Template updated', failed: 'Failed to save template' },
    labels: replyLabels,
    onClose,
  })

  return (
    <FormDialog title={template ? 'Edit template' : 'Add template'} {...dialog}>
      <TextInput label="Name" required maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Subject" required maxLength={200} {...form.getInputProps('subject')} />
      <Textarea label="Text" description={fields} required rows={10} maxLength={5000} {...form.getInputProps('body')} />
    </FormDialog>
  )
}
