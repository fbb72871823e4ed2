import type { LeadWork } from '@app/api-client'
import { useOwners } from '../leads/OwnerName.tsx'
import panel from './LeadPanel.module.css'
import { workFieldText, workForm, workValueText } from './work-form.ts'

const always = ['ownerId', 'stage'] as const
const ifThere = ['lostReason', 'wonValue', 'nextStep', 'nextStepOn'] as const

/** The pipeline fields for people who can't edit them. */
export function WorkFacts({ work }: { work: LeadWork }) {
  const owners = useOwners()
  const values = workForm(work)
  return (
    <dl className={panel.facts}>
      {[...always, ...ifThere.filter((field) => values[field] !== '')].map((field) => (
        <div key={field} className={panel.fact}>
          <dt>{workFieldText(field)}</dt>
          <dd dir="auto">{workValueText(owners, field, values[field])}</dd>
        </div>
      ))}
    </dl>
  )
}
