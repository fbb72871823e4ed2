import type { ReactNode } from 'react'
import buttons from '../../components/buttons.module.css'
import { OfflineNote } from '../../forms/OfflineNote.tsx'
import { Dialog } from './Dialog.tsx'
import dialog from './Dialog.module.css'
import controls from './Controls.module.css'
import type { useForm } from './use-form.ts'
import { Fault } from './Fault.tsx'

interface FormDialogProps {
  title: string
  /** The button that sends it. */
  action: string
  form: Pick<ReturnType<typeof useForm>, 'formProps' | 'failure' | 'isBusy' | 'isRestored' | 'discard'>
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog. Cancel discards what was typed. */
export function FormDialog({ title, action, form, onClose, children }: FormDialogProps) {
  const { formProps, failure, isBusy, isRestored, discard } = form
  // The response closes it, and shows what the call made.
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
        <div className={dialog.buttons}>
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
