import { createMessageTarget, listMessageTargets, type MessageTarget, updateMessageTarget } from '@app/api-client'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { ifMatch, readFrom } from '../../edit/calls.ts'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import {
  fieldText,
  targetForm,
  targetKinds,
  targetRules,
  type TargetForm,
  toTargetInput,
  valueText,
} from './target-form.ts'

type Props = { target?: MessageTarget | undefined; onSecret: (secret: string) => void; onClose: () => void }

/** Adds a target, or edits the one it is given. */
export function TargetDialog({ target, onSecret, onClose }: Props) {
  const { form, dialog } = useRecordEdit<TargetForm, MessageTarget, MessageTarget & { secret?: string | null }>({
    what: 'target',
    kind: 'messages',
    record: target,
    valuesOf: targetForm,
    rules: targetRules,
    inputOf: toTargetInput,
    send: (values, over) =>
      over
        ? updateMessageTarget(over.id, toTargetInput(values), ifMatch(over))
        : createMessageTarget(toTargetInput(values)),
    read: readFrom(() => listMessageTargets()),
    create: { saved: 'Target added', failed: 'Failed to save target' },
    update: { saved: 'Target changed', failed: 'Failed to save target' },
    fieldText,
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
        label="Address"
        description="It must be public: addresses of private networks are not called."
        placeholder="https://"
        required
        maxLength={500}
        {...form.getInputProps('url')}
      />
      <Switch
        label="On"
        description="Nothing is sent to a target that is off, and messages that wait for it are canceled."
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
