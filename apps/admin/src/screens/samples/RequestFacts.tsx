import type { SampleRequest } from '@app/api-client'
import { fieldNames, labelOf, type SampleFormField, sampleFormFields, sampleTypeLabels } from '@app/labels'
import type { ReactNode } from 'react'
import { Instant } from '../../components/Instant.tsx'
import { ageOf } from './request-display.ts'
import styles from './RequestCard.module.css'
import { TrackingNumber } from './TrackingNumber.tsx'

/** The page of the form is not shown. */
type ShownField = Exclude<SampleFormField, 'source'>

/** The fields that have their own place on the card. */
const placed: ReadonlySet<ShownField> = new Set([
  ...(['firstName', 'lastName', 'email', 'phone', 'company'] as const),
  ...(['addressLine1', 'addressLine2', 'city', 'state', 'zip'] as const),
  ...(['sampleType', 'templateName', 'notes'] as const),
])
const otherFields = fieldNames(sampleFormFields).filter(
  (name): name is ShownField => name !== 'source' && !placed.has(name),
)

/** The whole request, as shown in its card and dialog. Excludes the address if fields for it follow. */
export const RequestFacts = ({ request, hasAddress = true }: { request: SampleRequest; hasAddress?: boolean }) => (
  <dl className={styles.facts}>
    <Fact label="Sample type">{labelOf(sampleTypeLabels, request.sampleType)}</Fact>
    <Fact label="Requested template">{request.templateName}</Fact>
    {hasAddress && (
      <Fact label="Send to">
        <address className={styles.address}>
          {request.addressLine1}
          {request.addressLine2 && <span>{request.addressLine2}</span>}
          <span>
            {request.city}, {request.state} {request.zip}
          </span>
        </address>
        <StateWarning request={request} />
      </Fact>
    )}
    <Fact label="Email">
      <a href={`mailto:${request.email}`}>{request.email}</a>
    </Fact>
    <Fact label="Phone">
      {request.phone && <a href={`tel:${request.phone.replaceAll(/[^\d+]/g, '')}`}>{request.phone}</a>}
    </Fact>
    <Fact label="Requested">
      <Instant at={request.createdAt} />
      <Waiting request={request} />
    </Fact>
    <Fact label="Tracking number">{request.trackingNumber && <TrackingNumber number={request.trackingNumber} />}</Fact>
    {otherFields.map((name) => (
      <Fact key={name} label={sampleFormFields[name].label}>
        {request[name]}
      </Fact>
    ))}
    <Fact label="Notes" className={styles.notes}>
      {request.notes}
    </Fact>
  </dl>
)

/** Hidden without a value. */
const Fact = ({ label, className, children }: { label: string; className?: string | undefined; children: ReactNode }) =>
  children && (
    <div className={className}>
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  )

export const StateWarning = ({ request }: { request: SampleRequest }) =>
  request.stateNeedsReview && <p className={styles.warning}>Check the state: it is not a valid US state.</p>

export function Waiting({ request }: { request: SampleRequest }) {
  if (request.processed) return null
  const { text, isLate } = ageOf(request)
  return (
    <span className={styles.age} data-late={isLate || undefined}>
      {text}
    </span>
  )
}

type MarksProps = { request: SampleRequest }

/** Shows who printed and processed a request, so that the work isn't repeated. */
export function RequestMarks({ request }: MarksProps) {
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
