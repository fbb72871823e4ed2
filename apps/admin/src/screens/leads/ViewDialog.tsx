import { createLeadView, type LeadView, listLeadViews, updateLeadView } from '@app/api-client'
import { TextInput } from '@mantine/core'
import { HintedSwitch } from '../../components/HintedSwitch.tsx'
import { ifMatch, readFrom } from '../../edit/calls.ts'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { viewLabels, toViewInput, valueText, viewForm, viewRules } from './view-form.ts'

type Props = {
  /** Absent for a new view. */
  view?: LeadView | undefined
  /** The filters of a new view. */
  query: string
  onSaved: (view: LeadView) => void
  onClose: () => void
}

/** Names and shares a view. The filters of an existing view don't change. */
export function ViewDialog({ view, query, onSaved, onClose }: Props) {
  const { form, dialog } = useRecordEdit({
    what: 'view',
    kind: 'lead_views',
    record: view,
    valuesOf: viewForm,
    rules: viewRules,
    send: (values, over) =>
      over
        ? updateLeadView(over.id, toViewInput(values), ifMatch(over))
        : createLeadView(toViewInput({ ...values, query })),
    read: readFrom(() => listLeadViews()),
    create: { saved: 'View saved successfully', failed: 'Failed to save view' },
    update: { saved: 'View updated successfully', failed: 'Failed to save view' },
    labels: viewLabels,
    valueText,
    onSaved,
    onClose,
  })

  return (
    <FormDialog title={view ? 'Edit view' : 'Save view'} size="md" {...dialog}>
      <TextInput
        label="Name"
        required
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <HintedSwitch
        label="Shared with everyone"
        hint="Only you can change it."
        {...form.getInputProps('isShared', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
