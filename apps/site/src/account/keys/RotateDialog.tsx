import { type AccountKey, type AccountKeyWithSecret, type KeyRotationInput, useRotateKey } from '@app/api-client'
import fields from '../../forms/Field.module.css'
import { Select } from '../../forms/Select.tsx'
import { FormDialog } from '../area/FormDialog.tsx'
import { useForm } from '../area/use-form.ts'

const overlaps: readonly { hours: KeyRotationInput['overlapHours']; text: string }[] = [
  { hours: 24, text: 'Works for 24 more hours' },
  { hours: 72, text: 'Works for 72 more hours' },
  { hours: 0, text: 'Stops working now' },
]

interface RotateDialogProps {
  rotated: AccountKey
  onCreated: (created: AccountKeyWithSecret) => void
  onClose: () => void
}

/** A new key with the same name and scopes. The old one keeps working until the programs have the new one. */
export function RotateDialog({ rotated, onCreated, onClose }: RotateDialogProps) {
  const { mutateAsync } = useRotateKey()
  const form = useForm({
    name: `rotate ${rotated.id}`,
    empty: { hours: '24' },
    check: () => ({}),
    async send({ hours }) {
      const overlapHours = overlaps.find((one) => String(one.hours) === hours)?.hours ?? 24
      onCreated((await mutateAsync({ id: rotated.id, data: { overlapHours } })).data)
    },
  })
  return (
    <FormDialog title={`Rotate “${rotated.name}”`} action="Rotate" form={form} onClose={onClose}>
      <p>
        You get a new key with the same name and scopes. Put it into your app while <code>{rotated.prefix}…</code> still
        works.
      </p>
      <label className={fields.field}>
        Old key
        <Select value={form.values.hours} onChange={({ currentTarget }) => form.change({ hours: currentTarget.value })}>
          {overlaps.map(({ hours, text }) => (
            <option key={hours} value={hours}>
              {text}
            </option>
          ))}
        </Select>
      </label>
    </FormDialog>
  )
}
