import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import buttons from '../../components/buttons.module.css'
import { OfflineNote } from '../../forms/OfflineNote.tsx'
import { useToasts } from '../../toasts/toasts.ts'
import controls from './Controls.module.css'
import styles from './Dialog.module.css'
import { Fault } from '../../forms/Fault.tsx'
import { Secret } from './Secret.tsx'
import type { ShownSecret } from './shown-secret.ts'
import { useAction } from '../../forms/use-action.ts'
import type { useForm } from '../../forms/use-form.ts'

interface DialogProps {
  title: string
  /** Called on Escape and by the close button. Without it, only the buttons inside close the dialog. */
  onClose?: () => void
  children: ReactNode
}

/**
 * A modal dialog. The browser traps the focus inside and restores it afterward. The focus starts at the element with
 * `data-autofocus`, or at the first field.
 */
function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-autofocus], input, select')?.focus()
    return () => dialog?.close()
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
        // The browser closes a dialog on a second Escape no matter what, but the owner may keep it open.
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

interface FormDialogProps {
  title: string
  /** Label of the submit button. */
  action: string
  form: Pick<ReturnType<typeof useForm>, 'formProps' | 'failure' | 'isBusy' | 'isRestored' | 'discard'>
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog. Cancel discards the input. */
export function FormDialog({ title, action, form, onClose, children }: FormDialogProps) {
  const { formProps, failure, isBusy, isRestored, discard } = form
  // While a request is in flight, only its response closes the dialog, because it shows the result.
  const close = () => {
    if (!isBusy) onClose()
  }
  const cancel = () => {
    if (isBusy) return
    discard()
    onClose()
  }
  return (
    <Dialog title={title} onClose={close}>
      <form {...formProps} className={controls.form}>
        {isRestored && <p role="status">You entered this earlier. It isn’t saved yet.</p>}
        {children}
        <OfflineNote />
        <Fault>{failure}</Fault>
        <div className={styles.buttons}>
          <button type="button" className={buttons.secondary} aria-disabled={isBusy} onClick={cancel}>
            Cancel
          </button>
          <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface QuestionProps {
  title: string
  /** Label of the button that confirms. */
  yes: string
  /** Label of the button that cancels. It has the focus. */
  no?: string
  act: () => Promise<unknown>
  /** Messages for errors specific to this question. */
  explain?: (error: unknown) => string | undefined
  /** Text of the toast on success. */
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
      <div className={styles.buttons}>
        <button
          type="button"
          data-autofocus
          className={buttons.secondary}
          aria-disabled={action.isBusy}
          onClick={close}
        >
          {no}
        </button>
        <button type="button" className={buttons.accent} aria-disabled={action.isBusy} onClick={action.act}>
          {yes}
        </button>
      </div>
    </Dialog>
  )
}

interface SecretDialogProps extends ShownSecret {
  onClose: () => void
}

/** Shows a secret once. Only the button that says it is saved closes it. */
export const SecretDialog = ({ title, label, secret, onClose, children }: SecretDialogProps) => (
  <Dialog title={title}>
    {children}
    <Secret label={label} secret={secret} />
    <div className={styles.buttons}>
      <button type="button" className={buttons.primary} onClick={onClose}>
        I Saved It
      </button>
    </div>
  </Dialog>
)
