import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtons } from './DialogButtons.tsx'
import { plainTitleBar } from './title-bar.ts'
import { useFocusBack } from './use-focus-back.ts'

type Props = {
  opened: boolean
  title: string
  action: string
  cancel?: string
  /** Red where something is lost. */
  color?: 'red' | 'ink'
  isWorking?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** A question before something is lost. The focus is on the button that keeps it. */
export function Confirm({
  opened,
  title,
  action,
  cancel = 'Cancel',
  color = 'red',
  isWorking,
  onConfirm,
  onClose,
  children,
}: Props) {
  useFocusBack()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="md"
      zIndex={210}
      closeButtonProps={{ 'aria-label': 'Close question' }}
      attributes={plainTitleBar}
    >
      {children}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancel}
        </Button>
        <Button color={color} onClick={onConfirm} loading={isWorking ?? false}>
          {action}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
