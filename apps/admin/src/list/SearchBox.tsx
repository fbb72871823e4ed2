import { CloseButton, TextInput } from '@mantine/core'
import { useTypedParam } from './use-typed-param.ts'

type Props = {
  name?: string
  label: string
  placeholder?: string | undefined
}

/** Server-side search. */
export function SearchBox({ name = 'q', label, placeholder = 'Name, email, company, or phone' }: Props) {
  const [typed, change] = useTypedParam(name)
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
