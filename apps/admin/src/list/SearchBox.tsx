import { CloseButton, TextInput } from '@mantine/core'
import { useTypedParam } from './use-typed-param.ts'
import type { UrlState } from './use-url-state.ts'

type Props = {
  url: UrlState
  name?: string
  label: string
  placeholder?: string | undefined
}

/** Server-side search. */
export function SearchBox({ url, name = 'q', label, placeholder = 'Name, email, company, or phone' }: Props) {
  const [typed, change] = useTypedParam(url, name)
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      maxLength={200}
      autoComplete="off"
      data-search
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />}
    />
  )
}
