import { dayOf } from '@app/ui/day-of'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dayText } from '../components/format.ts'
import { useBusinessDay } from './use-business-day.ts'
import { presetRanges } from './day-range.ts'
import { daysIn, firstPage, type UrlState, useUrlState } from './use-url-state.ts'
import { useTypedParam } from './use-typed-param.ts'

const custom = 'custom'
const choices = [
  { value: '', label: 'Any time' },
  ...presetRanges.map(({ name, label }) => ({ value: name, label })),
  { value: custom, label: 'Custom range…' },
]

/** The date range of a list: a preset, or a first and a last day. */
export function RangeField() {
  const url = useUrlState()
  const today = useBusinessDay()
  const [isCustom, setCustom] = useState(false)
  const { from, to } = daysIn(url)
  const preset = presetRanges.find((range) => !to && range.from(today) === from)?.name
  const shown = preset ?? (from || to ? custom : '')

  const choose = (name: string) => {
    setCustom(name === custom)
    if (name === custom) return
    url.set({ from: presetRanges.find((range) => range.name === name)?.from(today), to: undefined, ...firstPage })
  }
  return (
    <>
      <NativeSelect
        label="Dates"
        data={choices}
        value={isCustom ? custom : shown}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {(isCustom || shown === custom) && <DayFields />}
    </>
  )
}

/** The first and the last day of a list. */
export const DayFields = () => (
  <>
    <DayField name="from" label="From" />
    <DayField name="to" label="To" />
  </>
)

function DayField({ name, label }: { name: string; label: string }) {
  // Each typed digit of a year makes a different day. A browser drops the digits if its field is set back to the day in
  // the URL.
  const [typed, change] = useTypedParam(name)
  return (
    <TextInput
      type="date"
      label={label}
      value={dayOf(typed) ?? ''}
      max="9999-12-31"
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

/** Describes the date range in the URL. Undefined if there is no range. */
export function rangeText(url: UrlState): string | undefined {
  const { from, to } = daysIn(url)
  if (from && to) return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
  if (from) return `since ${dayText(from)}`
  return to && `until ${dayText(to)}`
}
