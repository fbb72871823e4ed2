import type { InvitedMember } from '@app/api-client'
import { Instant } from '../../components/Instant.tsx'
import { ShownOnceDialog } from '../../components/ShownOnceDialog.tsx'

type Props = { name: string; link: NonNullable<InvitedMember['link']>; onClose: () => void }

/** Shows a member's sign-in link once, where there is no mail server. */
export const InvitationDialog = ({ name, link, onClose }: Props) => (
  <ShownOnceDialog
    title="Sign-in link"
    label="One-time link"
    value={link.url}
    copy="Copy link"
    loss="The link can’t be shown again. You can create another one later."
    onClose={onClose}
  >
    No mail server is set up, so no email was sent. Send the link to <strong dir="auto">{name}</strong> over a private
    channel, because anyone who has it can sign in. It works once, until <Instant at={link.expiresAt} />.
  </ShownOnceDialog>
)
