import { type ComponentProps, type ReactNode, useId } from 'react'
import controls from './Controls.module.css'

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  onText: (text: string) => void
}

/** A line of text with its label, a hint, and what is wrong with it. */
export function Field({ label, hint, error, onText, ...input }: FieldProps) {
  const id = useId()
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={controls.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={controls.hint}>
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
        <p id={`${id}-error`} className={controls.fault}>
          {error}
        </p>
      )}
    </div>
  )
}

interface ChecksProps<Value extends string> {
  label: string
  hint?: ReactNode
  error?: string | undefined
  labels: Readonly<Record<Value, string>>
  /** What can be ticked. */
  offered: readonly Value[]
  ticked: readonly string[]
  onTick: (ticked: Value[]) => void
}

/** Several choices of a list. */
export function Checks<Value extends string>(props: ChecksProps<Value>) {
  const { label, hint, error, labels, offered, ticked, onTick } = props
  const id = useId()
  return (
    <fieldset className={controls.checks} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {hint && <p className={controls.hint}>{hint}</p>}
      <div className={controls.choices}>
        {offered.map((value) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={ticked.includes(value)}
              aria-invalid={error !== undefined}
              onChange={({ currentTarget: { checked } }) =>
                onTick(offered.filter((one) => (one === value ? checked : ticked.includes(one))))
              }
            />
            {labels[value]}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={controls.fault}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
