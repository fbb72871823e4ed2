import { type ReactNode, useId } from 'react'
import field from '../../forms/Field.module.css'
import controls from './Controls.module.css'

interface ChecksProps<Value extends string> {
  label: string
  hint?: ReactNode
  error?: string | undefined
  labels: Readonly<Record<Value, string>>
  offered: readonly Value[]
  ticked: readonly string[]
  onTick: (ticked: Value[]) => void
}

/** A group of checkboxes. */
export function Checks<Value extends string>(props: ChecksProps<Value>) {
  const { label, hint, error, labels, offered, ticked, onTick } = props
  const id = useId()
  return (
    <fieldset className={controls.checks} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {hint && <p className={field.hint}>{hint}</p>}
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
        <p id={`${id}-error`} className={field.fault}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
