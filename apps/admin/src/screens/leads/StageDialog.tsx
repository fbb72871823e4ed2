import type { Lead, LeadStage } from '@app/api-client'
import { leadStageLabels, optionsOf } from '@app/labels'
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { requiredLine } from '../../layout/text-rules.ts'
import { useKeptDraft } from '../../session/use-kept-draft.tsx'
import { type BulkWork, leadsText } from './use-bulk-work.ts'

type Props = { leads: readonly Lead[]; work: BulkWork; onClose: () => void }

type StageForm = { stage: LeadStage; lostReason: string }

const stages = optionsOf(leadStageLabels)
const rules = {
  lostReason: (value: string, { stage }: StageForm) =>
    stage === 'lost' ? requiredLine('Please say why')(value) : null,
}

/** Moves leads to a stage. */
export function StageDialog({ leads, work, onClose }: Props) {
  const form = useForm<StageForm>({ initialValues: { stage: commonStage(leads), lostReason: '' }, validate: rules })
  const ids = leads.map(({ id }) => id)
  const draft = useKeptDraft(form, `stage of ${ids.join()}`, { onClose })
  const submit = ({ stage, lostReason }: StageForm) => {
    const change = stage === 'lost' ? { stage, lostReason: lostReason.trim() } : { stage }
    work.change({ ids, change, done: `moved to ${leadStageLabels[stage]}` }, draft.close)
  }
  return (
    <FormDialog
      title={`Stage of ${leadsText(leads.length)}`}
      size="md"
      isDirty={form.isDirty()}
      isSaving={work.isChanging}
      draft={draft}
      onSubmit={form.onSubmit(submit)}
    >
      <NativeSelect label="Stage" data={stages} data-autofocus {...form.getInputProps('stage')} />
      {form.values.stage === 'lost' && (
        <TextInput
          label="Why it is lost"
          required
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('lostReason')}
        />
      )}
    </FormDialog>
  )
}

/** The stage that all of them have, otherwise the one that follows the first. */
function commonStage(leads: readonly Lead[]): LeadStage {
  const [first, ...others] = leads.map(({ stage }) => stage ?? 'new')
  return first && others.every((stage) => stage === first) ? first : 'contacted'
}
