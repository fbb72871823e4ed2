import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { isSigningInAgain } from '../session/sign-in-again.ts'
import type { DialogDraft } from '../session/use-kept-draft.tsx'
import { Confirm } from '../components/Confirm.tsx'
import { DialogButtons } from '../components/DialogButtons.tsx'
import styles from './FormDialog.module.css'
import { plainTitleBar } from '../components/title-bar.ts'
import { useFocusReturn } from '../components/use-focus-return.ts'

type Props = {
  title: string
  isDirty: boolean
  isSaving: boolean
  draft: DialogDraft
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void
  size?: string
  action?: string
  /** A question of the form's own is open. */
  isAsking?: boolean
  children: ReactNode
}

/** A form in a dialog. It asks before it discards text, and Ctrl or Cmd + Enter saves it. */
export function FormDialog({
  title,
  isDirty,
  isSaving,
  draft,
  onSubmit,
  size = 'lg',
  action = 'Save',
  isAsking: asksItself = false,
  children,
}: Props) {
  const [isAsking, question] = useDisclosure(false)
  const fields = useRef<HTMLFormElement>(null)
  useFocusReturn()

  // Once saving ends, the fields show what the server refused.
  useEffect(() => {
    if (!isSaving) focusFault(fields.current)
  }, [isSaving])

  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => {
      if (!isSigningInAgain()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])

  const leave = () => (isDirty ? question.open() : draft.close())
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    onSubmit(event)
    // React has shown the faults by then: it renders what an event changed in an earlier microtask.
    queueMicrotask(() => focusFault(fields.current))
  }
  const submitOnShortcut = (event: React.KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  return (
    <>
      <Modal
        opened
        onClose={leave}
        title={title}
        size={size}
        closeOnEscape={!isAsking && !asksItself}
        closeButtonProps={{ 'aria-label': 'Close dialog' }}
        attributes={plainTitleBar}
      >
        <form ref={fields} noValidate onSubmit={submit} onKeyDown={submitOnShortcut}>
          <div className={styles.fields}>
            {draft.notice}
            {children}
          </div>
          <DialogButtons isSticky>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving}>
              {action}
            </Button>
          </DialogButtons>
        </form>
      </Modal>
      {/* Mounted only while it asks: otherwise the Escape that opens it would reach it too, and close it again. */}
      {isAsking && (
        <Confirm
          opened
          title="Discard changes?"
          action="Discard"
          cancel="Keep editing"
          onConfirm={draft.close}
          onClose={question.close}
        >
          What you typed has not been saved.
        </Confirm>
      )}
    </>
  )
}

const focusFault = (form: HTMLElement | null) => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
