import { Table, UnstyledButton } from '@mantine/core'
import type { Column } from './lead-columns.ts'
import { type LeadOrder, turnsOf } from './lead-order.ts'
import styles from './LeadTable.module.css'

type Props = { column: Column; order: LeadOrder; onOrder: (order: LeadOrder) => void }

/** The head of a column. One that the list can be in the order of is a button that turns it. */
export function LeadHead({ column, order, onOrder }: Props) {
  const [first, second] = turnsOf[column] ?? []
  const current = [first, second].find((turn) => turn?.order === order)
  const next = current && current === first ? second : first
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
          onClick={() => onOrder(next.order)}
          title={current ? `${current.text}. Turn to: ${next.text}` : `Sort: ${next.text}`}
        >
          {column}
        </UnstyledButton>
      ) : (
        column
      )}
    </Table.Th>
  )
}
