import { figure } from '../../components/figure.ts'
import type { FailureCount, FindingCount } from '@app/api-client'
import { Badge, Table } from '@mantine/core'
import { FigureTable } from '../../components/FigureTable.tsx'
import rows from '../../list/Rows.module.css'
import styles from './PrintScreen.module.css'

type Props = {
  title: string
  hint: string
  /** Shown in place of an empty table. */
  none: string
  rows: readonly (FailureCount | FindingCount)[]
}

/** Proofs by error or finding code, most frequent first. */
export function CodeCounts({ title, hint, none, rows: counts }: Props) {
  const id = title.toLowerCase()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {counts.length === 0 ? (
        <p className={rows.quiet}>{none}</p>
      ) : (
        <>
          <p className={rows.quiet}>{hint}</p>
          <FigureTable label={title} columns={['Code', 'Proofs']}>
            {counts.map((count) => (
              <Table.Tr key={`${count.code} ${severityOf(count) ?? ''}`}>
                <Table.Th scope="row">
                  <code className={rows.code}>{count.code}</code>
                  <Severity severity={severityOf(count)} />
                </Table.Th>
                <Table.Td>{figure(count.proofs)}</Table.Td>
              </Table.Tr>
            ))}
          </FigureTable>
        </>
      )}
    </section>
  )
}

const severityOf = (count: FailureCount | FindingCount) => ('severity' in count ? count.severity : undefined)

const Severity = ({ severity }: { severity: FindingCount['severity'] | undefined }) =>
  severity && (
    <>
      {' '}
      <Badge color={severity === 'error' ? 'red' : 'gold'}>{severity === 'error' ? 'Error' : 'Warning'}</Badge>
    </>
  )
