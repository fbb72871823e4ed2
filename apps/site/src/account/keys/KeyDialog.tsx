import { type AccountKey, type AccountKeyWithSecret, useCreateKey, useUpdateKey } from '@app/api-client'
import { fieldNames, keyScopeLabels } from '@app/labels'
import { required, trimmed } from '../../forms/form-values.ts'
import { useToasts } from '../../toasts/toasts.ts'
import { useAddress } from '../area/address.ts'
import { Field } from '../../forms/Field.tsx'
import { Checks } from '../area/Checks.tsx'
import { FormDialog } from '../area/Dialog.tsx'
import { useForm } from '../../forms/use-form.ts'

const allScopes = fieldNames(keyScopeLabels)

interface KeyDialogProps {
  /** The key to rename or restrict. Omitted to create a key. */
  edited?: AccountKey
  onCreated: (created: AccountKeyWithSecret) => void
  onClose: () => void
}

export function KeyDialog({ edited, onCreated, onClose }: KeyDialogProps) {
  const { mode } = useAddress()
  const { showDone } = useToasts()
  const create = useCreateKey()
  const update = useUpdateKey()
  const offered = edited?.scopes ?? allScopes
  // A draft may have a scope that the key has lost in the meantime.
  const chosen = (scopes: readonly string[]) => offered.filter((scope) => scopes.includes(scope))
  const form = useForm({
    name: edited ? `key ${edited.id}` : `new ${mode} key`,
    empty: { name: edited?.name ?? '', scopes: offered },
    check: ({ name, scopes }) => ({
      name: required('Name is required')(name),
      scopes: chosen(scopes).length === 0 ? 'Choose at least one' : null,
    }),
    async send({ name, scopes }) {
      const fields = { name: trimmed(name), scopes: chosen(scopes) }
      if (!edited) return onCreated((await create.mutateAsync({ data: { mode, ...fields } })).data)
      await update.mutateAsync({ id: edited.id, data: fields })
      onClose()
      return showDone('Key updated')
    },
  })
  const { values, errors, change, field } = form
  return (
    <FormDialog
      title={edited ? `Change “${edited.name}”` : `Create a ${mode} key`}
      action={edited ? 'Save' : 'Create Key'}
      form={form}
      onClose={onClose}
    >
      <Field label="Name" hint="For example, the app that uses it." maxLength={60} required {...field('name')} />
      <Checks
        label="Scopes"
        hint={
          edited
            ? 'You can’t add a scope back later. If you need it again, create another key.'
            : 'Leave out what the app doesn’t need. To send mail, a key needs proofs and pieces.'
        }
        labels={keyScopeLabels}
        offered={offered}
        ticked={values.scopes}
        error={errors['scopes']}
        onTick={(scopes) => change({ scopes })}
      />
    </FormDialog>
  )
}
