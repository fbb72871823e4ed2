import { Button, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Confirm } from './Confirm.tsx'
import { CopyButton } from './CopyButton.tsx'
import { DialogButtons, useFocusReturn } from './Dialog.tsx'
import styles from './ShownOnceDialog.module.css'

type Props = {
  title: string
  label: string
  /** One secret, or several, which can also be downloaded. */
  value: string | { list: readonly string[]; file: string; text: string }
  copy: string
  /** The question and the warning shown when the dialog is closed before anything was copied. Without them, it just closes. */
  question?: string
  loss?: string
  onClose: () => void
  children: ReactNode
}

/** Shows a secret once. With `loss`, closing it before the secret is copied requires confirmation. */
export function ShownOnceDialog({
  title,
  label,
  value,
  copy,
  question = 'Close without copying?',
  loss,
  onClose,
  children,
}: Props) {
  useFocusReturn()
  const [isKept, setKept] = useState(loss === undefined)
  const [isAsking, asking] = useDisclosure(false)
  const leave = () => (isKept ? onClose() : asking.open())
  const keep = () => setKept(true)
  const several = typeof value === 'object' ? value : undefined
  const text = typeof value === 'object' ? value.text : value

  return (
    <>
      <Modal opened onClose={leave} title={title} size="lg" closeOnClickOutside={false} closeOnEscape={!isAsking}>
        <p className={styles.text}>{children}</p>
        {loss && <p className={styles.warning}>{several ? 'They are' : 'It is'} shown only once. We keep no copy.</p>}
        <ShownValue label={label} value={value} onCopy={keep} />
        <DialogButtons>
          <Button variant="default" onClick={leave}>
            Done
          </Button>
          {several && (
            <Button
              variant="default"
              component="a"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
              download={several.file}
              onClick={keep}
            >
              Download
            </Button>
          )}
          <CopyButton text={text} variant="filled" onCopied={keep} data-autofocus={several && true}>
            {copy}
          </CopyButton>
        </DialogButtons>
      </Modal>
      {isAsking && (
        <Confirm title={question} action="Close" cancel="Go back" onConfirm={onClose} onClose={asking.close}>
          {loss}
        </Confirm>
      )}
    </>
  )
}

const ShownValue = ({ label, value, onCopy }: Pick<Props, 'label' | 'value'> & { onCopy: () => void }) =>
  typeof value === 'object' ? (
    <ul aria-label={label} className={styles.list} onCopy={onCopy}>
      {value.list.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  ) : (
    <TextInput
      label={label}
      readOnly
      value={value}
      data-autofocus
      classNames={{ input: styles.value }}
      onFocus={(event) => event.currentTarget.select()}
      onCopy={onCopy}
    />
  )
