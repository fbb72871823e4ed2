import { useGetLeadRoutingSettings } from '@app/api-client'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useKeys } from '../components/single-keys.ts'
import { useHasDraft } from '../session/use-draft.tsx'
import styles from './LeadPipeline.module.css'
import { replyName, ReplyForm } from './ReplyForm.tsx'

type Props = {
  leadId: string
  to: string
  /** If false, the form only shows text that is already there. */
  isOpen: boolean
  /** Takes the focus after sending, so that single-key shortcuts work again. */
  onSent: () => void
}

/**
 * Replies to a lead by email. It is collapsed until the user starts to write, and explains why replies are unavailable.
 */
export function ReplyBox({ leadId, to, isOpen, onSent }: Props) {
  const canMail = useGetLeadRoutingSettings().data?.data.canMail
  // A draft reopens with its lead, without taking the focus.
  const hasDraft = useHasDraft(replyName(leadId))
  const [opened, setOpened] = useState<'kept' | 'now' | undefined>(hasDraft ? 'kept' : undefined)
  useKeys({ r: () => isOpen && canMail && openReply() }, true)
  const openReply = () => {
    const field = document.querySelector<HTMLElement>('[data-reply]')
    if (field) field.focus()
    else setOpened('now')
  }

  if (canMail === undefined || (!isOpen && !hasDraft)) return null
  if (!canMail) return <p className={styles.quiet}>Replies are unavailable: no email server is set up.</p>
  if (!opened) {
    return (
      <div>
        <Button variant="default" size="compact-sm" onClick={openReply}>
          {hasDraft ? 'Continue the reply' : 'Reply by email'}
        </Button>
      </div>
    )
  }
  return (
    <ReplyForm
      leadId={leadId}
      to={to}
      isOpen={isOpen}
      startsHere={opened === 'now'}
      onClose={() => setOpened(undefined)}
      onLeft={onSent}
    />
  )
}
