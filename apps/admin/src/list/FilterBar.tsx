import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChoiceField } from './ChoiceField.tsx'
import { choicesOf, type Option, withChoice } from './choices.ts'
import styles from './FilterBar.module.css'
import { FilterSelect } from './FilterSelect.tsx'
import { firstPage, without } from './paging.ts'
import { RangeField, rangeText } from './RangeField.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import type { UrlState } from './use-url-state.ts'

export type FilterField = {
  name: string
  label: string
  options: readonly Option[]
  /** Links set it and its chip removes it: it has no select. */
  isChipOnly?: boolean
  /** Takes several values, each with its own chip. */
  isMultiple?: boolean
  /** The text of its chip, if the value is not readable. */
  text?: (value: string) => string
}

type Props = { searchLabel: string; searchHint?: string; fields: readonly FilterField[]; url: UrlState }

/**
 * Search, filters, and date range of a list, with a chip below for each active filter that removes it. On a phone the
 * fields are collapsed, because they would fill the screen.
 */
export function FilterBar({ searchLabel, searchHint, fields, url }: Props) {
  const days = rangeText(url)
  const chips: Chip[] = [
    ...(url.get('q') ? [{ text: `Search: ${url.get('q')}`, cleared: { q: undefined } }] : []),
    ...fields.flatMap((field) => chipsOf(field, url.get(field.name))),
    ...(days ? [{ text: `Dates: ${days}`, cleared: { from: undefined, to: undefined } }] : []),
  ]
  const isNarrow = useIsNarrow()
  const [isOpen, { toggle }] = useDisclosure(false)
  const choices = fields.filter(({ isMultiple, isChipOnly }) => isMultiple && !isChipOnly)

  return (
    <search className={styles.bar}>
      <div className={styles.fields} data-choices={choices.length > 0 || undefined}>
        <SearchBox label={searchLabel} placeholder={searchHint} />
        {isNarrow && (
          <Button variant="default" className={styles.toggle} aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? 'Hide filters' : 'Filters'}
          </Button>
        )}
        {(!isNarrow || isOpen) && <Fields fields={fields} choices={choices} url={url} />}
      </div>
      {chips.length > 0 && <Chips chips={chips} fields={fields} url={url} />}
    </search>
  )
}

type FieldsProps = Pick<Props, 'fields' | 'url'>

function Fields({ fields, choices, url }: FieldsProps & { choices: readonly FilterField[] }) {
  return (
    <>
      <RangeField />
      {fields
        .filter(({ isChipOnly, isMultiple }) => !isChipOnly && !isMultiple)
        .map(({ name, label, options }) => (
          <FilterSelect key={name} name={name} label={label} all="Any" options={options} />
        ))}
      {choices.length > 0 && (
        <div role="group" aria-label="Filters" className={styles.choices}>
          {choices.map(({ name, label, options }) => (
            <ChoiceField
              key={name}
              label={label}
              options={options}
              value={url.get(name) ?? ''}
              onChange={(value) => url.set({ [name]: value, ...firstPage })}
            />
          ))}
        </div>
      )}
    </>
  )
}

interface Chip {
  text: string
  /** The URL parameters without it. */
  cleared: Record<string, string | undefined>
}

function Chips({ chips, fields, url }: FieldsProps & { chips: readonly Chip[] }) {
  return (
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
        <Button size="compact-sm" variant="subtle" onClick={() => url.set(without(fields.map(({ name }) => name)))}>
          Clear all
        </Button>
      </li>
    </ul>
  )
}

/**
 * A chip for each value, and the URL without it. A field with one value has no chip for an invalid value: people edit
 * URLs, and the list ignores it.
 */
function chipsOf(field: FilterField, text: string | undefined): Chip[] {
  if (!text) return []
  const { name, label, isMultiple } = field
  if (!isMultiple) {
    const shown = optionText(field, text)
    return shown === undefined ? [] : [{ text: `${label}: ${shown}`, cleared: { [name]: undefined } }]
  }
  const chosen = choicesOf(text)
  return chosen.map((value) => ({
    text: `${label}: ${optionText(field, value) ?? value}`,
    cleared: { [name]: withChoice(chosen, value, false) || undefined },
  }))
}

const optionText = ({ options, text }: FilterField, value: string): string | undefined =>
  text?.(value) ?? options.find((option) => option.value === value)?.label
