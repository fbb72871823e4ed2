import { Button, Table } from '@mantine/core'
import styles from './Import.module.css'

type Props = {
  label: string
  headings: readonly string[]
  /** The first cell of each is the number of the row in the file. */
  rows: readonly (readonly string[])[]
  /** Saves all of them as a file. */
  onSave?: () => void
}

/** Nobody reads more on a screen. */
const mostShown = 100

/** Rows of the file about which there is something to say. */
export function FoundTable({ label, headings, rows, onSave }: Props) {
  const shown = rows.slice(0, mostShown)
  return (
    <>
      {/* It scrolls, and whoever uses the keyboard can scroll it too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
        <Table className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              {headings.map((heading) => (
                <Table.Th key={heading} scope="col">
                  {heading}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((cells) => (
              <Table.Tr key={cells.join(' ')}>
                {headings.map((heading, index) => (
                  <Table.Td key={heading}>
                    <bdi>{cells[index]}</bdi>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {(onSave || rows.length > mostShown) && (
        <div className={styles.actions}>
          {onSave && (
            <Button variant="default" size="compact-sm" onClick={onSave}>
              Download as CSV
            </Button>
          )}
          {rows.length > mostShown && (
            <span className={styles.quiet}>
              The first {mostShown} of {rows.length.toLocaleString('en-US')}
            </span>
          )}
        </div>
      )}
    </>
  )
}
