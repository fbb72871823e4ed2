import {
  createReplyTemplate,
  deleteReplyTemplate,
  listReplyTemplates,
  type ReplyTemplate,
  updateReplyTemplate,
  useListReplyTemplates,
} from '@app/api-client'
import { fieldsWith, leadFields } from '@app/labels'
import { Button, Textarea, TextInput } from '@mantine/core'
import { trimmed } from '../../components/text-rules.ts'
import { AskButton } from '../../edit/AskButton.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { readFrom, sendWhole, useRecordEdit } from '../../edit/use-record-edit.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { WholeList } from '../../list/WholeList.tsx'
import { Cell, Row } from '../../list/Row.tsx'
import clamped from '../../components/clamped.module.css'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import { useUrlDialog } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-staff.ts'
import { replyForm, replyLabels, replyRules } from './reply-form.ts'

/** Templates for replies to leads. */
export function ReplyTemplatesTab() {
  const canEdit = useCanEdit()
  const templates = useListReplyTemplates()
  const dialog = useUrlDialog('edit', templates.data?.data)

  return (
    <>
      <div className={toolbar.bar}>
        <p className={rows.quiet}>Merge fields are filled in from the lead when you write the reply.</p>
        {canEdit && <Button onClick={() => dialog.open()}>Add template</Button>}
      </div>
      <WholeList
        query={templates}
        label="Reply templates"
        empty="No reply templates yet"
        hint={canEdit ? 'Add a reply you send often.' : 'An editor can add one.'}
        height={240}
      >
        {(template) => (
          <Template key={template.id} template={template} canEdit={canEdit} onEdit={() => dialog.open(template.id)} />
        )}
      </WholeList>
      {canEdit && dialog.isOpen && <TemplateDialog template={dialog.record} onClose={dialog.close} />}
    </>
  )
}

type TemplateProps = { template: ReplyTemplate; canEdit: boolean; onEdit: () => void }

function Template({ template: { id, name, subject, body }, canEdit, onEdit }: TemplateProps) {
  return (
    <Row label={name} columns="1fr auto">
      <Cell name={name}>
        <p dir="auto">{subject}</p>
        <p className={`${rows.quiet} ${clamped.clamped}`} dir="auto">
          {body}
        </p>
      </Cell>
      {canEdit && (
        <div className={rows.actions}>
          <RowButton text="Edit" label={`Edit ${name}`} onClick={onEdit} />
          <AskButton
            label={`Delete ${name}`}
            title="Delete template"
            action="Delete"
            kind="messages"
            what="template"
            send={() => deleteReplyTemplate(id)}
            saved="Template deleted"
            undone="Template restored"
            failed="Failed to delete template"
          >
            Replies that were sent with <strong dir="auto">{name}</strong> are not affected.
          </AskButton>
        </div>
      )}
    </Row>
  )
}

const ofLead = fieldsWith(leadFields, 'mergeField').map((name) => leadFields[name].mergeField)
const names = [...ofLead, 'myName', 'myEmail', 'ourCompany'].map((name) => `{{${name}}}`)
const fields = `Merge fields: ${names.join(', ')}. {{company|your company}} uses the text after the bar for a lead without a company.`

type DialogProps = { template: ReplyTemplate | undefined; onClose: () => void }

function TemplateDialog({ template, onClose }: DialogProps) {
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
