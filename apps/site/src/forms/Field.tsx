import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  value: string
  onText: (text: string) => void
}

/** A text input with its label, hint, and error. */
export function Field({ label, hint, error, onText, ...input }: FieldProps) {
  const id = useId()
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <input
        type="text"
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={notes || undefined}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      {error && (
        <p id={`${id}-error`} className={styles.fault}>
          {error}
        </p>
      )}
    </div>
  )
}
