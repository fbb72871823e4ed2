import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { Option } from './choices.ts'
import { firstPage } from './paging.ts'
import type { UrlState } from './use-url-state.ts'

type Props = Pick<NativeSelectProps, 'label' | 'aria-label'> & {
  url: UrlState
  name: string
  /** The option without a value. Absent if there is always one. */
  all?: string
  options: readonly Option[]
}

/** Narrows a list by a parameter of the URL. */
export const FilterSelect = ({ url, name, all, options, ...labels }: Props) => (
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
