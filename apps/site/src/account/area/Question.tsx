import type { ReactNode } from 'react'
import buttons from '../../components/buttons.module.css'
import { Dialog } from './Dialog.tsx'
import dialog from './Dialog.module.css'
import controls from './Controls.module.css'
import { reasonOf } from './reason.ts'
import { useAction } from './use-action.ts'

interface QuestionProps {
  title: string
  /** The button that does it. */
  yes: string
  /** The button that leaves everything as it is. It has the focus. */
  no?: string
  act: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
  /** What happens. */
  children: ReactNode
}

/** Asks before something that cannot be undone. */
export function Question({ title, yes, no = 'Keep It', act, onDone, onClose, children }: QuestionProps) {
  const action = useAction(async () => {
    await act()
    onDone()
  })
  // What was begun cannot be kept from happening: the response closes the question.
  const close = () => {
    if (!action.isBusy) onClose()
  }
  return (
    <Dialog title={title} onClose={close}>
      {children}
      {action.error !== undefined && (
        <p role="alert" className={controls.fault}>
          {reasonOf(action.error)}
        </p>
      )}
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
