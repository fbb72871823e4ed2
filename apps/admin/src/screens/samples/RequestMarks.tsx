import type { SampleRequest } from '@app/api-client'
import { Instant } from '../../components/Instant.tsx'
import styles from './RequestMarks.module.css'

type Props = { request: SampleRequest }

/** Shows who printed and processed a request, so that the work isn't repeated. */
export function RequestMarks({ request }: Props) {
  if (!request.processedAt && !request.printedAt) return null
  return (
    <p className={styles.marks}>
      {request.printedAt && <Mark what="Printed" by={request.printedBy} at={request.printedAt} />}
      {request.processedAt && <Mark what="Processed" by={request.processedBy} at={request.processedAt} />}
    </p>
  )
}

type MarkProps = { what: string; by: string | undefined; at: string; isNarrow?: boolean }

export const Mark = ({ what, by, at, isNarrow = false }: MarkProps) => (
  <span>
    {what} {by && 'by '}
    {by && <bdi>{by}</bdi>}
    {by && ', '}
    <Instant at={at} isNarrow={isNarrow} />
  </span>
)
