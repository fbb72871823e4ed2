import type { Lead, LeadStage, NullableLostReason } from '@app/api-client'
import { leadStageLabels, optionsOf } from '@app/labels'
import { NativeSelect } from '@mantine/core'
import { countText } from '../../components/figure.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { LostFields, lostReasonRule } from '../../leads/LostFields.tsx'
import { useLeadsEdit } from './use-leads-edit.ts'

type Props = { leads: readonly Lead[]; onClose: () => void }

/** The reason is empty until one is chosen. */
type StageForm = { stage: LeadStage; lostReason: NonNullable<NullableLostReason> | ''; lostNote: string }

const stages = optionsOf(leadStageLabels)
const rules = { lostReason: lostReasonRule }

export function StageDialog({ leads, onClose }: Props) {
  const { form, dialog } = useLeadsEdit({
    leads,
    what: 'stage',
    valuesOf: (): StageForm => ({ stage: commonStage(leads), lostReason: '', lostNote: '' }),
    rules,
    patchOf: ({ stage, lostReason, lostNote }) =>
      stage === 'lost' ? { stage, lostReason: lostReason || null, lostNote: lostNote.trim() || null } : { stage },
    done: ({ stage }) => `moved to ${leadStageLabels[stage]}`,
    onClose,
  })
  return (
    <FormDialog title={`Stage of ${countText(leads.length, 'lead')}`} size="md" {...dialog}>
      <NativeSelect label="Stage" data={stages} data-autofocus {...form.getInputProps('stage')} />
      {form.values.stage === 'lost' && <LostFields getInputProps={form.getInputProps} />}
    </FormDialog>
  )
}

/** The stage that all of them share, otherwise the one after the first lead's. */
function commonStage(leads: readonly Lead[]): LeadStage {
  const [first, ...others] = leads.map(({ stage }) => stage ?? 'new')
  return first && others.every((stage) => stage === first) ? first : 'contacted'
}
