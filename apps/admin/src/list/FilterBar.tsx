import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import styles from './FilterBar.module.css'
import { firstPage } from './paging.ts'
import { SearchBox } from './SearchBox.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import type { UrlState } from './use-url-state.ts'

type Option = { value: string; label: string }

/** A field without options takes a day. */
export type FilterField = { name: string; label: string; options?: readonly Option[] }

type Props = { searchLabel: string; fields: readonly FilterField[]; url: UrlState }

/**
 * Search and filters of a list. Below them, a chip for each active filter removes it. On a phone the fields are
 * collapsed, because they would fill the screen above the list.
 */
export function FilterBar({ searchLabel, fields, url }: Props) {
  const chips = [
    ...(url.get('q') ? [{ name: 'q', text: `Search: ${url.get('q')}` }] : []),
    ...fields.flatMap((field) => {
      const value = url.get(field.name)
      return value ? [{ name: field.name, text: `${field.label}: ${optionText(field, value)}` }] : []
    }),
  ]
  const isNarrow = useIsNarrow()
  const [isOpen, { toggle }] = useDisclosure(false)
  const nothing = Object.fromEntries(chips.map(({ name }) => [name, undefined]))

  return (
    <search className={styles.bar}>
      <div className={styles.fields}>
        <SearchBox
          label={searchLabel}
          value={url.get('q') ?? ''}
          onChange={(text) => url.set({ q: text, ...firstPage }, { replace: true })}
        />
        {isNarrow && (
          <Button variant="default" className={styles.toggle} aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? 'Hide filters' : 'Filters'}
          </Button>
        )}
        {(!isNarrow || isOpen) &&
          fields.map((field) => (
            <FilterInput
              key={field.name}
              field={field}
              value={url.get(field.name) ?? ''}
              onChange={(value) => url.set({ [field.name]: value, ...firstPage })}
            />
          ))}
      </div>
      {chips.length > 0 && (
        <ul aria-label="Active filters" className={styles.chips}>
          {chips.map(({ name, text }) => (
            <li key={name}>
              <Button
                size="compact-sm"
                variant="default"
                radius="xl"
                rightSection={<span aria-hidden>×</span>}
                aria-label={`Remove filter ${text}`}
                onClick={() => url.set({ [name]: undefined, ...firstPage })}
              >
                {text}
              </Button>
            </li>
          ))}
          <li>
            <Button size="compact-sm" variant="subtle" onClick={() => url.set({ ...nothing, ...firstPage })}>
              Clear all
            </Button>
          </li>
        </ul>
      )}
    </search>
  )
}

const optionText = ({ options }: FilterField, value: string): string =>
  options?.find((option) => option.value === value)?.label ?? value

type InputProps = { field: FilterField; value: string; onChange: (value: string) => void }

function FilterInput({ field, value, onChange }: InputProps) {
  if (!field.options) {
    return (
      <TextInput
        type="date"
        label={field.label}
        value={value}
        max="9999-12-31"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <NativeSelect
      label={field.label}
      data={[{ value: '', label: 'Any' }, ...field.options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
