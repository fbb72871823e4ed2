import type { ReactNode } from 'react'
import buttons from '../../components/buttons.module.css'
import { OfflineNote } from '../../forms/OfflineNote.tsx'
import { Dialog } from './Dialog.tsx'
import dialog from './Dialog.module.css'
import controls from './Controls.module.css'
import type { useForm } from './use-form.ts'

interface FormDialogProps {
  title: string
  /** The button that sends it. */
  action: string
  form: Pick<ReturnType<typeof useForm>, 'formProps' | 'failure' | 'isBusy' | 'discard'>
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog. Cancel discards what was typed. */
export function FormDialog({ title, action, form, onClose, children }: FormDialogProps) {
  const { formProps, failure, isBusy, discard } = form
  const cancel = () => {
    discard()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...formProps} className={controls.form}>
        {children}
        <OfflineNote />
        {failure !== undefined && (
          <p role="alert" className={controls.fault}>
            {failure}
          </p>
        )}
        <div className={dialog.buttons}>
          <button type="button" className={buttons.secondary} onClick={cancel}>
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
