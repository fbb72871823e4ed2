import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import styles from './FilterBar.module.css'
import { firstPage } from './paging.ts'
import { RangeField, rangeText } from './RangeField.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import type { UrlState } from './use-url-state.ts'

type Option = { value: string; label: string }

export type FilterField = {
  name: string
  label: string
  options: readonly Option[]
  /** Links set it, and its chip removes it: it has no select of its own. */
  isChipOnly?: boolean
}

type Props = { searchLabel: string; searchHint?: string; fields: readonly FilterField[]; url: UrlState }

/**
 * Search, filters and days of a list. Below them, a chip for each active filter removes it. On a phone the fields are
 * collapsed, because they would fill the screen above the list.
 */
export function FilterBar({ searchLabel, searchHint, fields, url }: Props) {
  const days = rangeText(url)
  const chips = [
    ...(url.get('q') ? [{ text: `Search: ${url.get('q')}`, cleared: { q: undefined } }] : []),
    ...fields.flatMap((field) => {
      const value = url.get(field.name)
      return value
        ? [{ text: `${field.label}: ${optionText(field, value)}`, cleared: { [field.name]: undefined } }]
        : []
    }),
    ...(days ? [{ text: `Dates: ${days}`, cleared: { from: undefined, to: undefined } }] : []),
  ]
  const isNarrow = useIsNarrow()
  const [isOpen, { toggle }] = useDisclosure(false)
  const nothing = Object.assign({}, ...chips.map(({ cleared }) => cleared))

  return (
    <search className={styles.bar}>
      <div className={styles.fields}>
        <SearchBox
          label={searchLabel}
          placeholder={searchHint}
          value={url.get('q') ?? ''}
          onChange={(text) => url.set({ q: text, ...firstPage }, { replace: true })}
        />
        {isNarrow && (
          <Button variant="default" className={styles.toggle} aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? 'Hide filters' : 'Filters'}
          </Button>
        )}
        {(!isNarrow || isOpen) && (
          <>
            <RangeField url={url} />
            {fields
              .filter(({ isChipOnly }) => !isChipOnly)
              .map((field) => (
                <NativeSelect
                  key={field.name}
                  label={field.label}
                  data={[{ value: '', label: 'Any' }, ...field.options]}
                  value={url.get(field.name) ?? ''}
                  onChange={(event) => url.set({ [field.name]: event.currentTarget.value, ...firstPage })}
                />
              ))}
          </>
        )}
      </div>
      {chips.length > 0 && (
        <ul aria-label="Active filters" className={styles.chips}>
          {chips.map(({ text, cleared }) => (
            <li key={text}>
              <Button
                size="compact-sm"
                variant="default"
                radius="xl"
                rightSection={<span aria-hidden>×</span>}
                aria-label={`Remove filter ${text}`}
                onClick={() => url.set({ ...cleared, ...firstPage })}
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
  options.find((option) => option.value === value)?.label ?? value
