import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'

interface DialogProps {
  title: string
  /** Called by Escape and by the close button. Without it, only the buttons inside close the dialog. */
  onClose?: () => void
  children: ReactNode
}

/**
 * A modal dialog: the browser keeps the focus inside and returns it afterwards. It starts at what has `data-autofocus`, or
 * at the first field.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-autofocus], input, select')?.focus()
    return () => {
      dialog?.close()
      // The control that opened it may be gone, for example with a deleted row.
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('#main')?.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      className={styles.dialog}
      onCancel={(event) => {
        // The address decides whether the dialog is open.
        event.preventDefault()
        onClose?.()
      }}
      onClose={({ currentTarget }) => {
        if (currentTarget.open) return
        // A second Escape closes a dialog no matter what its page does, and the owner may keep it open.
        currentTarget.showModal()
        onClose?.()
      }}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6L18 18M18 6L6 18" />
            </svg>
          </button>
        )}
      </div>
      {children}
    </dialog>
  )
}
