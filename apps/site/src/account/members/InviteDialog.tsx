import { type InvitedMember, useCreateMember } from '@app/api-client'
import { required, trimmed, validEmail } from '../../forms/form-values.ts'
import { useToasts } from '../../toasts/toasts.ts'
import { Field } from '../../forms/Field.tsx'
import { FormDialog } from '../area/FormDialog.tsx'
import { useForm } from '../area/use-form.ts'

interface InviteDialogProps {
  onInvited: (invited: InvitedMember) => void
  onClose: () => void
}

export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const { mutateAsync } = useCreateMember()
  const { showDone } = useToasts()
  const form = useForm({
    name: 'invitation',
    empty: { name: '', email: '' },
    check: ({ name, email }) => ({ name: required('Name is required')(name), email: validEmail(email) }),
    async send({ name, email }) {
      const { data } = await mutateAsync({ data: { name: trimmed(name), email: trimmed(email) } })
      onInvited(data)
      if (!data.link) showDone(`${data.member.email} gets a sign-in link by email`)
    },
  })
  const { values, errors, change } = form
  return (
    <FormDialog title="Invite a member" action="Send Invitation" form={form} onClose={onClose}>
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={200}
        required
        value={values.name}
        error={errors['name']}
        onText={(name) => change({ name })}
      />
      <Field
        label="Work email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        hint="They’ll get a sign-in link that works for three days."
        value={values.email}
        error={errors['email']}
        onText={(email) => change({ email })}
      />
    </FormDialog>
  )
}
