import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtons, useFocusReturn } from './Dialog.tsx'

type Props = {
  title: string
  action: string
  cancel?: string
  /** Red if something would be lost. */
  color?: 'red' | 'ink'
  isWorking?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * A confirmation dialog. Focus starts on the safe button. Render it only while it is open: otherwise, the Escape key press
 * that opens it would also close it.
 */
export function Confirm({
  title,
  action,
  cancel = 'Cancel',
  color = 'red',
  isWorking = false,
  onConfirm,
  onClose,
  children,
}: Props) {
  useFocusReturn()
  // A request in flight can no longer be canceled.
  const leave = () => !isWorking && onClose()
  return (
    <Modal opened onClose={leave} title={title} size="md" zIndex={210}>
      {children}
      <DialogButtons>
        <Button variant="default" onClick={leave} disabled={isWorking} data-autofocus>
          {cancel}
        </Button>
        <Button color={color} onClick={onConfirm} loading={isWorking}>
          {action}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
