import { deleteReplyTemplate, type ReplyTemplate, useListReplyTemplates } from '@app/api-client'
import { Button } from '@mantine/core'
import { AskButton } from '../../edit/AskButton.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { WholeList } from '../../list/WholeList.tsx'
import { Cell, Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { useUrlDialog } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-staff.ts'
import styles from './NotificationsScreen.module.css'
import { ReplyTemplateDialog } from './ReplyTemplateDialog.tsx'

/** Templates for replies to leads. */
export function ReplyTemplatesTab() {
  const canEdit = useCanEdit()
  const templates = useListReplyTemplates()
  const dialog = useUrlDialog('edit', templates.data?.data)

  return (
    <>
      <div className={styles.bar}>
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
      {canEdit && dialog.isOpen && <ReplyTemplateDialog template={dialog.record} onClose={dialog.close} />}
    </>
  )
}

type TemplateProps = { template: ReplyTemplate; canEdit: boolean; onEdit: () => void }

function Template({ template: { id, name, subject, body }, canEdit, onEdit }: TemplateProps) {
  return (
    <Row label={name} columns="1fr auto">
      <Cell name={name}>
        <p dir="auto">{subject}</p>
        <p className={`${rows.quiet} ${styles.body}`} dir="auto">
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
