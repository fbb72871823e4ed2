import {
  createMessageTarget,
  getListMessageTargetsQueryKey,
  listMessageTargets,
  type MessageTarget,
  type MessageTargetInput,
  updateMessageTarget,
} from '@app/api-client'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { requiredLine } from '../../layout/text-rules.ts'
import { useEdit } from '../../layout/use-edit.tsx'

export type TargetForm = { name: string; kind: MessageTargetInput['kind']; url: string; isActive: boolean }

const valuesOf = (target?: MessageTarget): TargetForm => ({
  name: target?.name ?? '',
  kind: target?.kind ?? 'slack',
  url: target?.url ?? '',
  isActive: target?.isActive ?? true,
})

const kinds = [
  { value: 'slack', label: 'Slack, or a service that takes the same messages' },
  { value: 'webhook', label: 'Webhook, signed' },
]

const rules = {
  name: requiredLine('Name is required'),
  url: (value: string) =>
    /^https?:\/\/[!-~]+$/.test(value.trim()) && URL.canParse(value.trim())
      ? null
      : 'Enter a web address that starts with https://',
}

const labels: Record<string, string> = { name: 'Name', kind: 'Kind', url: 'Address', isActive: 'On' }

type Props = { target?: MessageTarget | undefined; onSecret: (secret: string) => void; onClose: () => void }

/** Adds a target, or edits the one it is given. */
export function TargetDialog({ target, onSecret, onClose }: Props) {
  const form = useForm<TargetForm>({ initialValues: valuesOf(target), validate: rules })
  const edit = useEdit({
    what: 'target',
    form,
    record: target,
    valuesOf,
    inputOf: ({ name, url, ...values }): MessageTargetInput => ({ ...values, name: name.trim(), url: url.trim() }),
    async create(input: MessageTargetInput) {
      const answer = await createMessageTarget(input)
      if (answer.data.secret) onSecret(answer.data.secret)
      return answer
    },
    update: updateMessageTarget,
    list: () => listMessageTargets(),
    keys: [getListMessageTargetsQueryKey()],
    texts: {
      created: 'Target added',
      updated: 'Target changed',
      createFailed: 'Failed to save target',
      updateFailed: 'Failed to save target',
    },
    fieldText: (field) => labels[field] ?? field,
    valueText: (field, value) => (field === 'isActive' ? (value === 'true' ? 'yes' : 'no') : value),
    onClose,
  })

  return (
    <FormDialog
      title={target ? 'Edit target' : 'Add target'}
      isDirty={form.isDirty()}
      isSaving={edit.isSaving}
      draft={edit.draft}
      onSubmit={form.onSubmit(edit.save)}
    >
      {edit.notice}
      <TextInput label="Name" required maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect label="Kind" data={kinds} disabled={target !== undefined} {...form.getInputProps('kind')} />
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
