import type { OneTimeLink } from '@app/api-client'
import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { apiOrigin } from '../../api-origin.ts'
import { Confirm } from '../../layout/Confirm.tsx'
import { DialogButtons } from '../../layout/DialogButtons.tsx'
import { plainTitleBar } from '../../layout/title-bar.ts'
import { Instant } from '../../list/Instant.tsx'
import styles from './LinkDialog.module.css'

export type NewLink = { title: string; link: OneTimeLink; person: string }

/** Shows a link for the only time. Closing it without having copied the link asks for confirmation. */
export function LinkDialog({ title, link, person, onClose }: NewLink & { onClose: () => void }) {
  const [hasCopied, setCopied] = useState(false)
  const [isAsking, question] = useDisclosure(false)
  const address = new URL(link.path, apiOrigin || window.location.origin).href
  const leave = () => (hasCopied ? onClose() : question.open())

  return (
    <>
      <Modal
        opened
        onClose={leave}
        title={title}
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={!isAsking}
        closeButtonProps={{ 'aria-label': 'Close dialog' }}
        attributes={plainTitleBar}
      >
        <p className={styles.text}>
          Send it to <strong dir="auto">{person}</strong> yourself, where nobody else reads it: whoever has it sets the
          password. It works once, until <Instant at={link.expiresAt} />.
        </p>
        <p className={styles.warning}>It is shown only now. We keep no copy.</p>
        <TextInput
          label="One-time link"
          readOnly
          value={address}
          data-autofocus
          classNames={{ input: styles.address }}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => setCopied(true)}
        />
        <DialogButtons>
          <Button variant="default" onClick={leave}>
            Done
          </Button>
          <CopyButton value={address} timeout={3000}>
            {({ copied, copy }) => (
              <Button
                onClick={() => {
                  copy()
                  setCopied(true)
                }}
              >
                {copied ? 'Copied' : 'Copy link'}
              </Button>
            )}
          </CopyButton>
        </DialogButtons>
      </Modal>
      <Confirm
        opened={isAsking}
        title="Close without copying?"
        action="Close"
        cancel="Go back"
        onConfirm={onClose}
        onClose={question.close}
      >
        The link cannot be shown again. You can make another one later.
      </Confirm>
    </>
  )
}
