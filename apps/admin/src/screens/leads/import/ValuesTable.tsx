import { countText } from '../../../components/format.ts'
import { leadField, optionsOf } from '@app/labels'
import { Button, NativeSelect, Table } from '@mantine/core'
import { choiceKey, type ListedField, type ValueChoices } from './cell-values.ts'
import files from '../../../files/Files.module.css'
import styles from './Import.module.css'
import { targetLabel } from './mapping.ts'
import type { UnknownValue } from './read-rows.ts'

/** Options of a select that are not values. */
const undecided = 'undecided'
const leaveEmpty = 'empty'

type Props = {
  field: ListedField
  unknown: readonly UnknownValue[]
  chosen: ValueChoices[ListedField]
  onChange: (chosen: ValueChoices[ListedField]) => void
}

/** Maps each word in the file to a value, for all rows that contain it. */
export function ValuesTable({ field, unknown, chosen, onChange }: Props) {
  const label = targetLabel(field).toLowerCase()
  const options = [
    { value: undecided, label: 'Choose…' },
    ...optionsOf(leadField(field).values ?? {}),
    { value: leaveEmpty, label: 'Leave empty' },
  ]
  const valueOf = (text: string) => {
    const key = choiceKey(text)
    return Object.hasOwn(chosen, key) ? chosen[key] || leaveEmpty : undecided
  }
  const choose = (texts: readonly string[], value: string) => {
    const keys = texts.map(choiceKey)
    const others = Object.entries(chosen).filter(([key]) => !keys.includes(key))
    const made = value === undecided ? [] : keys.map((key) => [key, value === leaveEmpty ? '' : value])
    onChange(Object.fromEntries([...others, ...made]))
  }
  const open = unknown.map(({ text }) => text).filter((text) => valueOf(text) === undecided)
  return (
    <section className={styles.values} aria-label={`Values of ${label}`}>
      <p className={files.text}>
        {unknown.length === 1 ? 'One value' : `${unknown.length.toLocaleString('en-US')} values`} in the file{' '}
        {unknown.length === 1 ? 'is' : 'are'} not on our list of {label} values. Choose what each one means. This
        browser remembers it.
      </p>
      {/* It scrolls, so keyboard users must be able to focus it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={files.scroll} role="region" aria-label={`Values to map, ${label}`} tabIndex={0}>
        <Table className={files.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">In the file</Table.Th>
              <Table.Th scope="col">Rows</Table.Th>
              <Table.Th scope="col">Import as</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {unknown.map(({ text, rows }) => (
              <Table.Tr key={text}>
                <Table.Th scope="row">
                  <bdi>{text}</bdi>
                </Table.Th>
                <Table.Td>{rows.toLocaleString('en-US')}</Table.Td>
                <Table.Td>
                  <NativeSelect
                    size="xs"
                    aria-label={`Import “${text}” as`}
                    data={options}
                    value={valueOf(text)}
                    onChange={(event) => choose([text], event.currentTarget.value)}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {open.length > 0 && (
        <div className={files.actions}>
          <span role="status" className={styles.quiet}>
            {countText(rowsOf(unknown, open), 'row')} {rowsOf(unknown, open) === 1 ? 'is' : 'are'} left out until you
            choose.
          </span>
          <Button size="compact-sm" variant="default" onClick={() => choose(open, leaveEmpty)}>
            Leave all of them empty
          </Button>
        </div>
      )}
    </section>
  )
}

const rowsOf = (unknown: readonly UnknownValue[], texts: readonly string[]): number =>
  unknown.reduce((sum, { text, rows }) => sum + (texts.includes(text) ? rows : 0), 0)
