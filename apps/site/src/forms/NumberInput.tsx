import { useId } from 'react'
import type { NumberField } from './url-fields.ts'
import styles from './Field.module.css'

interface NumberInputProps {
  label: string
  field: NumberField
  text: string
  onChange: (text: string) => void
}

/** A field of a calculator. The line under it states the bounds, and turns into an error if the number is out of bounds. */
export function NumberInput({ label, field, text, onChange }: NumberInputProps) {
  const id = useId()
  const isInvalid = field.numberOf(text) === undefined
  const value = field.valueOf(text) ?? text
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${id}-bounds`}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        // Shows the number as the calculator parsed it.
        onBlur={() => value !== text && onChange(value)}
      />
      <p id={`${id}-bounds`} className={isInvalid ? styles.fault : styles.hint}>
        {isInvalid ? `Enter ${field.bounds}.` : sentence(field.bounds)}
      </p>
    </div>
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
