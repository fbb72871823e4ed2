import type { Lead, LeadStage } from '@app/api-client'
import { leadStageLabels, optionsOf } from '@app/labels'
import { NativeSelect, TextInput } from '@mantine/core'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { requiredLine } from '../../components/text-rules.ts'
import { leadsText, useLeadsEdit } from './use-leads-edit.ts'

type Props = { leads: readonly Lead[]; onClose: () => void }

type StageForm = { stage: LeadStage; lostReason: string }

const stages = optionsOf(leadStageLabels)
const rules = {
  lostReason: (value: string, { stage }: StageForm) =>
    stage === 'lost' ? requiredLine('Reason is required')(value) : null,
}

/** Moves leads to a stage. */
export function StageDialog({ leads, onClose }: Props) {
  const { form, dialog } = useLeadsEdit({
    leads,
    what: 'stage',
    valuesOf: (): StageForm => ({ stage: commonStage(leads), lostReason: '' }),
    rules,
    patchOf: ({ stage, lostReason }) => (stage === 'lost' ? { stage, lostReason: lostReason.trim() } : { stage }),
    done: ({ stage }) => `moved to ${leadStageLabels[stage]}`,
    onClose,
  })
  return (
    <FormDialog title={`Stage of ${leadsText(leads.length)}`} size="md" {...dialog}>
      <NativeSelect label="Stage" data={stages} data-autofocus {...form.getInputProps('stage')} />
      {form.values.stage === 'lost' && (
        <TextInput
          label="Lost reason"
          required
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('lostReason')}
        />
      )}
    </FormDialog>
  )
}

/** The stage that all of them share, otherwise the one after the first lead's. */
function commonStage(leads: readonly Lead[]): LeadStage {
  const [first, ...others] = leads.map(({ stage }) => stage ?? 'new')
  return first && others.every((stage) => stage === first) ? first : 'contacted'
}
