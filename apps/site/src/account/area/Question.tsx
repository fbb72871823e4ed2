import type { ReactNode } from 'react'
import buttons from '../../components/buttons.module.css'
import { useToasts } from '../../toasts/toasts.ts'
import { Dialog } from './Dialog.tsx'
import dialog from './Dialog.module.css'
import controls from './Controls.module.css'
import { useAction } from './use-action.ts'
import { Fault } from './Fault.tsx'

interface QuestionProps {
  title: string
  /** The button that does it. */
  yes: string
  /** The button that leaves everything as it is. It has the focus. */
  no?: string
  act: () => Promise<unknown>
  /** Words for errors that only this question has. */
  explain?: (error: unknown) => string | undefined
  /** The toast after success. */
  done?: string
  /** By default, the question closes. */
  onDone?: () => unknown
  onClose: () => void
  /** Explains the consequences. */
  children: ReactNode
}

/** Requires confirmation of an action that cannot be undone. */
export function Question({
  title,
  yes,
  no = 'Keep It',
  act,
  explain,
  done,
  onClose,
  onDone = onClose,
  children,
}: QuestionProps) {
  const { showDone } = useToasts()
  const action = useAction(async () => {
    await act()
    onDone()
    if (done) showDone(done)
  })
  // A request in flight cannot be canceled, so the dialog stays open until the response.
  const close = () => {
    if (!action.isBusy) onClose()
  }
  return (
    <Dialog title={title} onClose={close}>
      {children}
      <Fault>{explain?.(action.error) ?? action.failure}</Fault>
      <div className={dialog.buttons}>
        <button
          type="button"
          data-autofocus
          className={buttons.secondary}
          aria-disabled={action.isBusy}
          onClick={close}
        >
          {no}
        </button>
        <button type="button" className={controls.danger} aria-disabled={action.isBusy} onClick={action.act}>
          {yes}
        </button>
      </div>
    </Dialog>
  )
}
