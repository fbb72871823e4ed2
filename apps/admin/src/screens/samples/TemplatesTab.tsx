import { type SampleTemplate, useListSampleTemplates } from '@app/api-client'
import { Button } from '@mantine/core'
import { countText } from '../../components/format.ts'
import cards from '../../list/CardGrid.module.css'
import { totalCount } from '../../list/page-headers.ts'
import { useUrlDialog } from '../../list/use-url-state.ts'
import { WholeList } from '../../list/WholeList.tsx'
import { useCanEdit } from '../../session/use-staff.ts'
import { TemplateCard } from './TemplateCard.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'
import { wholeList } from './template-form.ts'

export function TemplatesTab() {
  const canEdit = useCanEdit()
  const templates = useListSampleTemplates(wholeList)
  const dialog = useUrlDialog('edit', templates.data?.data)

  return (
    <>
      <div className={cards.bar}>
        <p className={cards.count}>{templates.data && totalText(templates.data)}</p>
        {canEdit && <Button onClick={() => dialog.open()}>Add Template</Button>}
      </div>
      <WholeList
        query={templates}
        label="Sample templates"
        failure="Sample templates could not be loaded"
        empty="No sample templates yet"
        hint={canEdit ? 'Add the first one: a piece that you offer as a sample.' : 'An editor can add one.'}
        height={340}
        cards="free"
      >
        {(template) => (
          <TemplateCard
            key={template.id}
            template={template}
            canEdit={canEdit}
            onEdit={() => dialog.open(template.id)}
          />
        )}
      </WholeList>
      {canEdit && dialog.isOpen && <TemplateDialog template={dialog.record} onClose={dialog.close} />}
    </>
  )
}

function totalText({ data, headers }: { data: SampleTemplate[]; headers: Headers }): string {
  const total = totalCount(headers) ?? data.length
  return total > data.length ? `The newest ${data.length} of ${total} templates` : countText(total, 'template')
}
