import { brand } from '@app/brand'
import { Button, CopyButton, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { Confirm } from '../../components/Confirm.tsx'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { plainTitleBar } from '../../components/title-bar.ts'
import { useFocusReturn } from '../../components/use-focus-return.ts'
import styles from './SecondFactor.module.css'

/** Shows recovery codes once. Closing before they were saved asks for confirmation. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  useFocusReturn()
  const [isKept, setKept] = useState(false)
  const [isAsking, question] = useDisclosure(false)
  const leave = () => (isKept ? onClose() : question.open())
  const text = `Recovery codes of ${brand.productName}\n\n${codes.join('\n')}\n`

  return (
    <>
      <Modal
        opened
        onClose={leave}
        title="Recovery codes"
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={!isAsking}
        closeButtonProps={{ 'aria-label': 'Close dialog' }}
        attributes={plainTitleBar}
      >
        <p className={styles.text}>
          Store them somewhere you can reach without your phone. Each one works once, together with your password.
        </p>
        <p className={styles.warning}>They are shown only once. We keep no copy.</p>
        <ul aria-label="Recovery codes" className={styles.codes} onCopy={() => setKept(true)}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <DialogButtons>
          <Button variant="default" onClick={leave}>
            Done
          </Button>
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="recovery-codes.txt"
            onClick={() => setKept(true)}
          >
            Download
          </Button>
          <CopyButton value={text} timeout={3000}>
            {({ copied, copy }) => (
              <Button
                data-autofocus
                onClick={() => {
                  copy()
                  setKept(true)
                }}
              >
                {copied ? 'Copied' : 'Copy codes'}
              </Button>
            )}
          </CopyButton>
        </DialogButtons>
      </Modal>
      <Confirm
        opened={isAsking}
        title="Close without saving the codes?"
        action="Close"
        cancel="Go back"
        onConfirm={onClose}
        onClose={question.close}
      >
        The codes can’t be shown again. You can create new ones later.
      </Confirm>
    </>
  )
}
