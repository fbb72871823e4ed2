import { useGetDeskSettings } from '@app/api-client'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useKeys } from '../components/single-keys.ts'
import { useHasDraft } from '../session/use-kept-draft.tsx'
import styles from './LeadWork.module.css'
import { replyName, ReplyForm } from './ReplyForm.tsx'

type Props = {
  leadId: string
  /** The lead's email. */
  to: string
  /** Otherwise it only shows what is typed already. */
  isOpen: boolean
  /** Takes the focus after sending, so that single keys work again. */
  onSent: () => void
}

/** Replies to a lead by mail. It stays closed until somebody writes, and says why nobody can. */
export function ReplyBox({ leadId, to, isOpen, onSent }: Props) {
  const canMail = useGetDeskSettings().data?.data.canMail
  // A draft is there again with its lead, and leaves the focus where it is.
  const hasDraft = useHasDraft(replyName(leadId))
  const [opened, setOpened] = useState<'kept' | 'now' | undefined>(hasDraft ? 'kept' : undefined)
  useKeys({ r: () => isOpen && canMail && openReply() }, true)
  const openReply = () => {
    const field = document.querySelector<HTMLElement>('[data-reply]')
    if (field) field.focus()
    else setOpened('now')
  }

  if (canMail === undefined || (!isOpen && !hasDraft)) return null
  if (!canMail) return <p className={styles.quiet}>Replies cannot be sent from here: no email server is set up.</p>
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
      onClose={() => {
        setOpened(undefined)
        onSent()
      }}
    />
  )
}
