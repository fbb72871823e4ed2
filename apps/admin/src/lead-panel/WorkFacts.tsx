import type { LeadPipeline } from '@app/api-client'
import { fieldNames, type LeadPipelineField, leadPipelineFields } from '@app/labels'
import { useOwners } from '../leads/OwnerName.tsx'
import panel from './LeadPanel.module.css'
import { workFieldText, workForm, workValueText } from './work-form.ts'

const isAlwaysShown = (field: LeadPipelineField) => field === 'ownerId' || field === 'stage'

/** The pipeline fields for people who can't edit them. */
export function WorkFacts({ work }: { work: LeadPipeline }) {
  const owners = useOwners()
  const values = workForm(work)
  const shown = fieldNames(leadPipelineFields).filter((field) => isAlwaysShown(field) || values[field] !== '')
  return (
    <dl className={panel.facts}>
      {shown.map((field) => (
        <div key={field} className={panel.fact}>
          <dt>{workFieldText(field)}</dt>
          <dd dir="auto">{workValueText(owners, field, values[field])}</dd>
        </div>
      ))}
    </dl>
  )
}
