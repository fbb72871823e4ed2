import { Button, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { Confirm } from '../components/Confirm.tsx'
import { DialogButtons, isOnTop, useFocusReturn } from '../components/Dialog.tsx'
import { focusFault, Form } from '../components/Form.tsx'
import { OfflineNotice } from '../components/OfflineNotice.tsx'
import { useUnloadWarning } from './use-unload-warning.ts'

type Props = {
  title: string
  isDirty: boolean
  isSaving: boolean
  /** Above the fields. */
  notice?: ReactNode
  /** Closes the dialog after its text has been saved or discarded. */
  onClose: () => void
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => unknown
  size?: string
  action?: string
  /** Red if something will be lost. */
  color?: 'red'
  canSubmit?: boolean
  children: ReactNode
}

/** A form in a dialog. Discarding text requires confirmation, and Ctrl/Cmd + Enter saves it. */
export function FormDialog({
  title,
  isDirty,
  isSaving,
  notice,
  onClose,
  onSubmit,
  size = 'lg',
  action = 'Save',
  color,
  canSubmit = true,
  children,
}: Props) {
  const [isAsking, question] = useDisclosure(false)
  const fields = useRef<HTMLFormElement>(null)
  useFocusReturn()

  // After saving, moves the focus to the first field with an error.
  useEffect(() => {
    if (!isSaving) focusFault(fields.current)
  }, [isSaving])

  useUnloadWarning(isDirty)
  // A request in flight can no longer be discarded.
  const leave = () => {
    if (isSaving || !isOnTop(fields.current)) return
    if (isDirty) question.open()
    else onClose()
  }
  return (
    <>
      <Modal
        opened
        onClose={leave}
        title={title}
        size={size}
        closeButtonProps={{ 'aria-label': 'Close dialog', disabled: isSaving }}
      >
        {/* The shortcut also submits a form whose button is disabled. */}
        <Form ref={fields} onSubmit={(event) => canSubmit && onSubmit(event)}>
          {/* The page's own notice is behind the dialog. */}
          <OfflineNotice />
          {/* Inert while saving, so that nobody types text that the closing dialog would lose. */}
          <Stack inert={isSaving}>
            {notice}
            {children}
          </Stack>
          <DialogButtons isSticky>
            <Button variant="default" onClick={leave} disabled={isSaving}>
              Cancel
            </Button>
            <Button type="submit" color={color} loading={isSaving} disabled={!canSubmit}>
              {action}
            </Button>
          </DialogButtons>
        </Form>
      </Modal>
      {isAsking && (
        <Confirm
          title="Discard changes?"
          action="Discard"
          cancel="Keep editing"
          onConfirm={onClose}
          onClose={question.close}
        >
          Your text hasn’t been saved.
        </Confirm>
      )}
    </>
  )
}
