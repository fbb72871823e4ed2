import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { Option } from './choices.ts'
import { firstPage, useUrlState } from './use-url-state.ts'

type Props = Pick<NativeSelectProps, 'label' | 'aria-label'> & {
  name: string
  /** The option without a value. Absent if a value is always set. */
  all?: string
  options: readonly Option[]
}

/** Narrows a list by a parameter of the URL. */
export function FilterSelect({ name, all, options, ...labels }: Props) {
  const url = useUrlState()
  return (
    <NativeSelect
      {...labels}
      data={[
        ...(all === undefined ? [] : [{ value: '', label: all }]),
        ...options.map(({ value, label }) => ({ value, label })),
      ]}
      value={url.get(name) ?? ''}
      onChange={(event) => url.set({ [name]: event.currentTarget.value, ...firstPage })}
    />
  )
}
