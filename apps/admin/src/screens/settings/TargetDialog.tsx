import { createMessageTarget, listMessageTargets, type MessageTarget, updateMessageTarget } from '@app/api-client'
import { NativeSelect, TextInput } from '@mantine/core'
import { trimmed } from '../../components/text-rules.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { readFrom, sendWhole, useRecordEdit } from '../../edit/use-record-edit.tsx'
import { HintedSwitch } from '../../components/HintedSwitch.tsx'
import { targetForm, type TargetForm, targetKinds, targetLabels, targetRules, valueText } from './target-form.ts'

type Props = { target?: MessageTarget | undefined; onSecret: (secret: string) => void; onClose: () => void }

/** Adds or edits a target. */
export function TargetDialog({ target, onSecret, onClose }: Props) {
  const { form, dialog } = useRecordEdit<TargetForm, MessageTarget, MessageTarget & { secret?: string | null }>({
    what: 'target',
    kind: 'messages',
    record: target,
    valuesOf: targetForm,
    rules: targetRules,
    inputOf: trimmed,
    send: sendWhole(trimmed, createMessageTarget, updateMessageTarget),
    read: readFrom(() => listMessageTargets()),
    create: { saved: 'Target added', failed: 'Failed to save target' },
    update: { saved: 'Target updated', failed: 'Failed to save target' },
    labels: targetLabels,
    valueText,
    onSaved: ({ secret }) => secret && onSecret(secret),
    onClose,
  })

  return (
    <FormDialog title={target ? 'Edit target' : 'Add target'} {...dialog}>
      <TextInput label="Name" required maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect label="Kind" data={targetKinds} disabled={target !== undefined} {...form.getInputProps('kind')} />
      <TextInput
        type="url"
        inputMode="url"
        label="URL"
        description="It must be publicly reachable. Private network addresses are not allowed."
        placeholder="https://"
        required
        maxLength={500}
        {...form.getInputProps('url')}
      />
      <HintedSwitch
        label="On"
        hint="No messages are sent to a target that is off, and waiting messages are canceled."
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
