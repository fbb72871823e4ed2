import { Table, UnstyledButton } from '@mantine/core'
import { type Column, columnText } from './lead-columns.ts'
import type { UrlState } from '../list/use-url-state.ts'
import { defaultOrder, leadOrder, sortDirections, sortLeads } from './lead-order.ts'
import styles from './LeadTable.module.css'

type Props = { column: Column; isWork: boolean; url: UrlState }

/** The header of a column. It is a button if the list can be sorted by the column. */
export function LeadHead({ column, isWork, url }: Props) {
  const order = leadOrder(url.get('order'))
  const [first, second] = sortDirections[column] ?? []
  const current = [first, second].find((direction) => direction?.order === order)
  // A column with one direction toggles back to the list's default order.
  const next = current && current === first ? (second ?? { order: defaultOrder, text: 'Newest first' }) : first
  return (
    <Table.Th
      scope="col"
      data-column={column}
      className={column === 'Volume' ? styles.number : undefined}
      aria-sort={current?.direction}
    >
      {next ? (
        <UnstyledButton
          className={styles.order}
          onClick={() => sortLeads(url, next.order)}
          title={current ? `${current.text}. Sort by: ${next.text}` : `Sort by: ${next.text}`}
        >
          {columnText(column, isWork)}
        </UnstyledButton>
      ) : (
        columnText(column, isWork)
      )}
    </Table.Th>
  )
}
