import { type InvitedMember, type Member, useDeleteMember, useListMembers, useCreateMember } from '@app/api-client'
import { useNavigate } from 'react-router-dom'
import { Loaded } from '../../components/Loaded.tsx'
import buttons from '../../components/buttons.module.css'
import { accountPaths } from '../../content/account-paths.ts'
import { Field } from '../../forms/Field.tsx'
import { required, trimmed, validEmail } from '../../forms/form-values.ts'
import { useToasts } from '../../toasts/toasts.ts'
import { useAddress } from '../area/address.ts'
import { AreaSection } from '../area/AreaSection.tsx'
import { type Column, DataTable } from '../area/DataTable.tsx'
import { FormDialog, Question } from '../area/Dialog.tsx'
import { useMember } from '../area/member.ts'
import { useShowSecret } from '../area/shown-secret.ts'
import { SmallButton } from '../area/SmallButton.tsx'
import table from '../area/Table.module.css'
import { Time } from '../area/Time.tsx'
import { useForm } from '../../forms/use-form.ts'

/** Everyone who can sign in to the account. */
export function MembersScreen() {
  const { params, open, close } = useAddress()
  const query = useListMembers()
  const showSecret = useShowSecret()
  const finish = ({ member: { name }, link }: InvitedMember) => {
    close()
    if (!link) return
    showSecret({
      title: `Invitation for ${name}`,
      label: 'The sign-in link',
      secret: link.url,
      children: (
        <p>
          No email was sent, because this site has no email server. Give this link to {name} yourself: anyone who has it
          can sign in, once, until <Time at={link.expiresAt} />.
        </p>
      ),
    })
  }
  return (
    <AreaSection
      id="members"
      title="Who can sign in"
      action={
        <button type="button" className={buttons.primary} onClick={() => open({ open: 'invite' })}>
          Invite Member
        </button>
      }
    >
      <p>Members see and do everything here: pieces, keys, webhooks, statements, and this list.</p>
      <Loaded query={query} what="the members">
        {(members) => (
          <>
            <DataTable
              label="Members"
              columns={columns}
              rows={members}
              keyOf={({ id }) => id}
              renderActions={({ id, name }) =>
                members.length > 1 && (
                  <SmallButton aria-label={`Remove ${name}`} onClick={() => open({ open: 'remove', member: id })}>
                    Remove
                  </SmallButton>
                )
              }
            />
            <RemoveQuestion
              member={members.find(({ id }) => params.get('open') === 'remove' && id === params.get('member'))}
              onClose={close}
            />
          </>
        )}
      </Loaded>
      {params.get('open') === 'invite' && <InviteDialog onClose={close} onInvited={finish} />}
    </AreaSection>
  )
}

const columns: readonly Column<Member>[] = [
  { head: 'Name', cell: ({ id, name }) => <MemberName id={id} name={name} /> },
  { head: 'Email', className: table.long, cell: ({ email }) => email },
  { head: 'Invited by', isLabeled: true, cell: ({ invitedBy }) => invitedBy },
  {
    head: 'Last signed in',
    isLabeled: true,
    cell: ({ lastSignInAt }) => <Time at={lastSignInAt} or="Invited, not signed in yet" />,
  },
]

const MemberName = ({ id, name }: Pick<Member, 'id' | 'name'>) => (id === useMember().id ? `${name} (you)` : name)

function RemoveQuestion({ member, onClose }: { member: Member | undefined; onClose: () => void }) {
  const { id: ownId } = useMember()
  const navigate = useNavigate()
  const { mutateAsync } = useDeleteMember()
  if (!member) return null
  const { id, name, email } = member
  const isOwn = id === ownId
  return (
    <Question
      title={isOwn ? 'Remove yourself from the account?' : `Remove ${name}?`}
      yes={isOwn ? 'Remove Myself' : 'Remove'}
      no="Cancel"
      act={() => mutateAsync({ id })}
      {...(isOwn ? { onDone: () => navigate(accountPaths.signIn) } : { done: `${name} removed` })}
      onClose={onClose}
    >
      <p>
        {isOwn ? 'You’ll' : `${email} will`} be signed out everywhere and won’t be able to sign in unless another member
        invites {isOwn ? 'you' : 'them'}. Keys keep working.
      </p>
    </Question>
  )
}

interface InviteDialogProps {
  onInvited: (invited: InvitedMember) => void
  onClose: () => void
}

function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
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
  return (
    <FormDialog title="Invite a member" action="Send Invitation" form={form} onClose={onClose}>
      <Field label="Name" name="name" autoComplete="off" maxLength={200} required {...form.field('name')} />
      <Field
        label="Work email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        hint="They’ll get a sign-in link that works for three days."
        {...form.field('email')}
      />
    </FormDialog>
  )
}
