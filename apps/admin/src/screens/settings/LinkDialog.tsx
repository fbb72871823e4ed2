import type { OneTimeLink } from '@app/api-client'
import { apiOrigin } from '../../urls/api-origin.ts'
import { ShownOnceDialog } from '../../components/ShownOnceDialog.tsx'
import { Instant } from '../../components/Instant.tsx'

export type NewLink = { title: string; link: OneTimeLink; person: string }

/** Shows a one-time link once. */
export const LinkDialog = ({ title, link, person, onClose }: NewLink & { onClose: () => void }) => (
  <ShownOnceDialog
    title={title}
    label="One-time link"
    value={new URL(link.path, apiOrigin || window.location.origin).href}
    copy="Copy link"
    loss="The link can’t be shown again. You can create another one later."
    onClose={onClose}
  >
    Send it to <strong dir="auto">{person}</strong> over a private channel, because anyone who has it can set the
    password. It works once, until <Instant at={link.expiresAt} />.
  </ShownOnceDialog>
)
