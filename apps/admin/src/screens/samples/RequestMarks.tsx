import type { SampleRequest } from '@app/api-client'
import { Instant } from '../../list/Instant.tsx'
import styles from './RequestMarks.module.css'

/** Who has worked on a request, so that nobody does it a second time. */
export function RequestMarks({ request }: { request: SampleRequest }) {
  const { processedAt, processedBy, printedAt, printedBy } = request
  if (!processedAt && !printedAt) return null
  return (
    <p className={styles.marks}>
      {printedAt && <Mark what="Printed" by={printedBy} at={printedAt} />}
      {processedAt && <Mark what="Processed" by={processedBy} at={processedAt} />}
    </p>
  )
}

const Mark = ({ what, by, at }: { what: string; by: string | undefined; at: string }) => (
  <span>
    {what} {by && 'by '}
    {by && <bdi>{by}</bdi>}
    {by && ', '}
    <Instant at={at} />
  </span>
)
