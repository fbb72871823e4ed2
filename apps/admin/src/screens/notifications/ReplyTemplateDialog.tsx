import {
  createReplyTemplate,
  getListReplyTemplatesQueryKey,
  listReplyTemplates,
  type ReplyTemplate,
  updateReplyTemplate,
} from '@app/api-client'
import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { requiredLine } from '../../layout/text-rules.ts'
import { useEdit } from '../../layout/use-edit.tsx'

export type ReplyForm = { name: string; subject: string; body: string }

const valuesOf = (template?: ReplyTemplate): ReplyForm => ({
  name: template?.name ?? '',
  subject: template?.subject ?? '',
  body: template?.body ?? '',
})

const labels: Record<string, string> = { name: 'Name', subject: 'Subject', body: 'Text' }

const rules = {
  name: requiredLine('Name is required'),
  subject: requiredLine('Subject is required'),
  body: (value: string) => (value.trim() ? null : 'Text is required'),
}

const fields =
  'Merge fields: {{firstName}}, {{lastName}}, {{company|your company}}, {{email}}, {{phone}}, {{volume}}, {{page}}, {{myName}}, {{myEmail}}, {{ourCompany}}. The text after a bar is used for a lead that has none.'

/** Adds a template, or edits the one it is given. */
export function ReplyTemplateDialog({
  template,
  onClose,
}: {
  template?: ReplyTemplate | undefined
  onClose: () => void
}) {
  const form = useForm<ReplyForm>({ initialValues: valuesOf(template), validate: rules })
  const edit = useEdit({
    what: 'reply template',
    form,
    record: template,
    valuesOf,
    inputOf: ({ name, subject, body }) => ({ name: name.trim(), subject: subject.trim(), body: body.trim() }),
    create: createReplyTemplate,
    update: updateReplyTemplate,
    list: () => listReplyTemplates(),
    keys: [getListReplyTemplatesQueryKey()],
    texts: {
      created: 'Template added',
      updated: 'Template changed',
      createFailed: 'Failed to save template',
      updateFailed: 'Failed to save template',
    },
    fieldText: (field) => labels[field] ?? field,
    valueText: (_field, value) => value,
    onClose,
  })

  return (
    <FormDialog
      title={template ? 'Edit template' : 'Add template'}
      isDirty={form.isDirty()}
      isSaving={edit.isSaving}
      draft={edit.draft}
      onSubmit={form.onSubmit(edit.save)}
    >
      {edit.notice}
      <TextInput label="Name" required maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Subject" required maxLength={200} {...form.getInputProps('subject')} />
      <Textarea label="Text" description={fields} required rows={10} maxLength={5000} {...form.getInputProps('body')} />
    </FormDialog>
  )
}
