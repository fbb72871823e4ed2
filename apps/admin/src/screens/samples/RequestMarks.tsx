import type { SampleRequest } from '@app/api-client'
import { Instant } from '../../components/Instant.tsx'
import styles from './RequestMarks.module.css'

type Props = { request: SampleRequest }

/** Shows who has worked on a request, so that nobody does it again. */
export function RequestMarks({ request }: Props) {
  if (!request.processedAt && !request.printedAt) return null
  return (
    <p className={styles.marks}>
      {request.printedAt && <Mark what="Printed" by={request.printedBy} at={request.printedAt} />}
      {request.processedAt && <Mark what="Processed" by={request.processedBy} at={request.processedAt} />}
    </p>
  )
}

/** Without a label, because the column's heading has it. */
export const PrintedMark = ({ request: { printedAt, printedBy } }: Props) => <Signed by={printedBy} at={printedAt} />

export const ProcessedMark = ({ request: { processedAt, processedBy } }: Props) => (
  <Signed by={processedBy} at={processedAt} />
)

const Signed = ({ by, at }: { by: string | undefined; at: string | undefined }) =>
  at && (
    <p className={styles.marks}>
      {by && <bdi>{by}</bdi>}
      <Instant at={at} />
    </p>
  )

const Mark = ({ what, by, at }: { what: string; by: string | undefined; at: string }) => (
  <span>
    {what} {by && 'by '}
    {by && <bdi>{by}</bdi>}
    {by && ', '}
    <Instant at={at} />
  </span>
)
