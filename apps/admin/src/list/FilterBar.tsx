import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { choicesOf, type Option } from './choices.ts'
import styles from './FilterBar.module.css'
import { FilterSelect } from './FilterSelect.tsx'
import { firstPage, type UrlState, without } from './use-url-state.ts'
import { RangeField, rangeText } from './RangeField.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import choice from './ChoiceField.module.css'

export type FilterField = {
  name: string
  label: string
  options: readonly Option[]
  /** The field has no select: links set it, and its chip removes it. */
  isChipOnly?: boolean
  /** Takes several values, each with its own chip. */
  isMultiple?: boolean
  /** The text of the chip, if the value is not readable. */
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
      <div className={styles.fields}>
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
  /** The URL parameters without the chip's value. */
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
 * A chip for each value, with the URL parameters that remove it. A single-value field has no chip for an invalid value:
 * people edit URLs, and the list ignores it.
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
    cleared: { [name]: chosen.filter((other) => other !== value).join(',') },
  }))
}

const optionText = ({ options, text }: FilterField, value: string): string | undefined =>
  text?.(value) ?? options.find((option) => option.value === value)?.label

type ChoiceProps = {
  label: string
  options: readonly Option[]
  /** The chosen values, as in the URL. */
  value: string
  onChange: (value: string) => void
}

/** A filter that takes several values, behind a button that shows their number. */
function ChoiceField({ label, options, value, onChange }: ChoiceProps) {
  // The URL updates a moment later, so a second press must start from the pending value.
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  const chosen = choicesOf(text)
  const choose = (next: string[]) => {
    setText(next.join(','))
    onChange(next.join(','))
  }
  return (
    <Popover position="bottom-start" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          aria-haspopup="dialog"
          rightSection={<span aria-hidden className={choice.arrow} />}
          className={choice.button}
        >
          {label} {chosen.length > 0 && <span className={choice.count}>{chosen.length}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} className={choice.choices}>
        {options.length === 0 && 'No options'}
        <Checkbox.Group value={[...chosen]} onChange={choose}>
          <Stack gap="sm">
            {options.map((option) => (
              <Checkbox
                key={option.value}
                value={option.value}
                // 24 px, the smallest target that WCAG 2.5.8 allows without spacing.
                size="md"
                label={
                  <>
                    {option.label} {option.hint && <span className={choice.hint}>{option.hint}</span>}
                  </>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
