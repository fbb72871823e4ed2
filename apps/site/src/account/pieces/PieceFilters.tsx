import { dayOf } from '@app/ui/day-of'
import { type AriaAttributes, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import fields from '../../forms/Field.module.css'
import { Select } from '../../forms/Select.tsx'
import { useAddress } from '../area/address.ts'
import controls from '../area/Controls.module.css'
import { SmallButton } from '../area/SmallButton.tsx'
import { statusChoices } from './piece-display.ts'

interface PieceFiltersProps {
  /** The end date is before the start date. */
  isBackwards: boolean
  children: ReactNode
}

/** Search, status, and days of creation, which the address has. */
export function PieceFilters({ isBackwards, children }: PieceFiltersProps) {
  const { params, replace } = useAddress()
  const id = useId()
  const show = (name: string, value: string) => replace({ [name]: value, cursor: undefined })
  const date = (name: 'From' | 'To') => ({
    day: dayOf(params.get(name)) ?? '',
    'aria-invalid': isBackwards,
    'aria-describedby': isBackwards ? id : undefined,
    show: (day: string) => show(name, day),
  })
  return (
    <div role="search" aria-label="Pieces" className={controls.filters}>
      <PieceSearch value={params.get('Search') ?? ''} find={(text) => show('Search', text)} />
      <label>
        Status
        <Select
          value={params.get('Status') ?? ''}
          onChange={({ currentTarget }) => show('Status', currentTarget.value)}
        >
          <option value="">Any status</option>
          {[...statusChoices].map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </label>
      <label>
        Created from
        <DayField {...date('From')} />
      </label>
      <label>
        Created to
        <DayField {...date('To')} />
      </label>
      {children}
      {isBackwards && (
        <p id={id} role="alert" className={fields.fault}>
          The end date is before the start date.
        </p>
      )}
    </div>
  )
}

interface DayFieldProps extends AriaAttributes {
  day: string
  show: (day: string) => void
}

/**
 * Holds what is typed itself, as each digit of a year makes another day, and follows the address. A browser forgets the
 * digits if its field is set back to an earlier day.
 */
function DayField({ day, show, ...described }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current.value !== day) field.current.value = day
  }, [day])
  return (
    <input
      ref={field}
      type="date"
      min="1900-01-01"
      defaultValue={day}
      // An incomplete date has no value yet, and an incomplete year is before the first day.
      onChange={({ currentTarget: { value, validity } }) => validity.valid && show(value)}
      {...described}
    />
  )
}

interface PieceSearchProps {
  value: string
  find: (text: string) => void
}

/** Only whole values are found, so it waits until one is complete. */
function PieceSearch({ value, find }: PieceSearchProps) {
  const [text, setText] = useState(value)
  const [found, setFound] = useState(value)
  // Back and "Show all pieces" change the address.
  if (found !== value) {
    setFound(value)
    setText(value)
  }
  return (
    <form
      className={controls.search}
      onSubmit={(event) => {
        event.preventDefault()
        find(text.trim())
      }}
    >
      <label>
        Full ID or metadata value
        <input
          type="search"
          value={text}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <SmallButton type="submit">Find</SmallButton>
    </form>
  )
}
