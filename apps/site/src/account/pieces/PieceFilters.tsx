import { type ReactNode, useId, useState } from 'react'
import fields from '../../forms/Field.module.css'
import { Select } from '../../forms/Select.tsx'
import { useAddress } from '../area/address.ts'
import controls from '../area/Controls.module.css'
import { SmallButton } from '../area/SmallButton.tsx'
import { statusChoices } from './piece-display.ts'

interface PieceFiltersProps {
  /** The last day is before the first one. */
  isBackwards: boolean
  children: ReactNode
}

/** Search, status, and days of creation, which the address has. */
export function PieceFilters({ isBackwards, children }: PieceFiltersProps) {
  const { params, replace } = useAddress()
  const id = useId()
  const show = (name: string, value: string) => replace({ [name]: value, cursor: undefined })
  const date = (name: 'From' | 'To') => ({
    type: 'date',
    value: params.get(name) ?? '',
    'aria-invalid': isBackwards,
    'aria-describedby': isBackwards ? id : undefined,
    // An incomplete date has no value yet, and would be emptied.
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value, validity } = event.currentTarget
      if (!validity.badInput) show(name, value)
    },
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
        <input {...date('From')} />
      </label>
      <label>
        Created to
        <input {...date('To')} />
      </label>
      {children}
      {isBackwards && (
        <p id={id} role="alert" className={fields.fault}>
          The last day is before the first one.
        </p>
      )}
    </div>
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
        Whole id or metadata value
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
