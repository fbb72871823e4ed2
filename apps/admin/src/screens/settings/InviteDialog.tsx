import { useInviteStaff } from '@app/api-client'
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { fieldErrors } from '../../layout/field-errors.ts'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import { useKeptDraft } from '../../session/use-kept-draft.tsx'
import { emptyInvite, type InviteForm, inviteRules, toInvitation } from './invite-form.ts'
import type { NewLink } from './LinkDialog.tsx'
import { roleMeanings, roles } from './roles.ts'

export function InviteDialog({ onLink, onClose }: { onLink: (link: NewLink) => void; onClose: () => void }) {
  const form = useForm<InviteForm>({ initialValues: emptyInvite, validate: inviteRules })
  const draft = useKeptDraft(form, 'invitation new', { onClose })
  const write = useOneSuccess()
  const invite = useInviteStaff({
    mutation: {
      onSuccess({ data }, { data: { name } }) {
        showSaved('Invitation created successfully')
        draft.close()
        onLink({ title: 'Invitation link', link: data, person: name })
      },
      onError(error) {
        form.setErrors(fieldErrors(error))
        showRefusal(error, 'Failed to create invitation')
      },
    },
  })

  return (
    <FormDialog
      title="Invite to the admin"
      size="md"
      action="Create link"
      isDirty={form.isDirty()}
      isSaving={invite.isPending}
      draft={draft}
      onSubmit={form.onSubmit((values) => write(() => invite.mutateAsync({ data: toInvitation(values) })))}
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        type="email"
        label="Email"
        description="They sign in with it"
        required
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <NativeSelect
        label="Role"
        required
        data={roles}
        description={roleMeanings[form.values.role]}
        {...form.getInputProps('role')}
      />
    </FormDialog>
  )
}
