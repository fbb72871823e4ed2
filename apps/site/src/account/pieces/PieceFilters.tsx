import { dayOf } from '@app/ui/day-of'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import fields from '../../forms/Field.module.css'
import { readForm } from '../../forms/form-values.ts'
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

/** Search, status, and creation dates, which are kept in the URL. */
export function PieceFilters({ isBackwards, children }: PieceFiltersProps) {
  const { params, replace } = useAddress()
  const id = useId()
  const show = (name: string, value: string) => replace({ [name]: value, cursor: undefined })
  const day = (name: 'From' | 'To') => (
    <AddressField
      type="date"
      min="1900-01-01"
      value={dayOf(params.get(name)) ?? ''}
      aria-invalid={isBackwards}
      aria-describedby={isBackwards ? id : undefined}
      // An incomplete date has no value yet, and a date with an incomplete year is before `min`.
      onChange={({ currentTarget: { value, validity } }) => validity.valid && show(name, value)}
    />
  )
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
        {day('From')}
      </label>
      <label>
        Created to
        {day('To')}
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

interface AddressFieldProps extends Omit<ComponentProps<'input'>, 'ref' | 'defaultValue'> {
  value: string
}

/** An uncontrolled field that follows changes of the URL, such as Back and "Show all pieces". */
function AddressField({ value, ...input }: AddressFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A browser forgets the digits of a date if its field is set back to an earlier day.
    if (field.current && field.current.value !== value) field.current.value = value
  }, [value])
  return <input {...input} ref={field} defaultValue={value} />
}

interface PieceSearchProps {
  value: string
  find: (text: string) => void
}

/** The search matches only whole values, so it runs on submit. */
const PieceSearch = ({ value, find }: PieceSearchProps) => (
  <form
    className={controls.search}
    onSubmit={(event) => {
      event.preventDefault()
      find(readForm(event.currentTarget, { search: '' }).search.trim())
    }}
  >
    <label>
      Full ID or metadata value
      <AddressField
        type="search"
        name="search"
        value={value}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
      />
    </label>
    <SmallButton type="submit">Find</SmallButton>
  </form>
)
