import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Confirm } from './Confirm.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import styles from './ShownOnceDialog.module.css'
import { plainTitleBar } from './title-bar.ts'
import { useFocusReturn } from './use-focus-return.ts'

type Props = {
  title: string
  /** The label of the field. */
  label: string
  value: string
  copy: string
  /** The warning shown when the dialog is closed before anything was copied. */
  loss: string
  onClose: () => void
  /** Instructions for the reader. */
  children: ReactNode
}

/** Shows a secret once. Closing before it was copied asks for confirmation. */
export function ShownOnceDialog({ title, label, value, copy: copyText, loss, onClose, children }: Props) {
  useFocusReturn()
  const [hasCopied, setCopied] = useState(false)
  const [isAsking, question] = useDisclosure(false)
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
        <p className={styles.text}>{children}</p>
        <p className={styles.warning}>It is shown only once. We keep no copy.</p>
        <TextInput
          label={label}
          readOnly
          value={value}
          data-autofocus
          classNames={{ input: styles.value }}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => setCopied(true)}
        />
        <DialogButtons>
          <Button variant="default" onClick={leave}>
            Done
          </Button>
          <CopyButton value={value} timeout={3000}>
            {({ copied, copy }) => (
              <Button
                onClick={() => {
                  copy()
                  setCopied(true)
                }}
              >
                {copied ? 'Copied' : copyText}
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
        {loss}
      </Confirm>
    </>
  )
}
