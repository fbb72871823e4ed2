import type { SampleRequest } from '@app/api-client'
import { fieldNames, labelOf, type SampleFormField, sampleFormFields, sampleTypeLabels } from '@app/labels'
import { Instant } from '../../components/Instant.tsx'
import { ageOf } from './request-display.ts'
import styles from './RequestCard.module.css'
import { TrackingNumber } from './TrackingNumber.tsx'

/** The page of the form is not shown. */
type ShownField = Exclude<SampleFormField, 'source'>

/** The fields that have a place of their own on the card. */
const placed: ReadonlySet<ShownField> = new Set([
  ...(['firstName', 'lastName', 'email', 'phone', 'company'] as const),
  ...(['addressLine1', 'addressLine2', 'city', 'state', 'zip'] as const),
  ...(['sampleType', 'templateName', 'notes'] as const),
])
const otherFields = fieldNames(sampleFormFields).filter(
  (name): name is ShownField => name !== 'source' && !placed.has(name),
)

/** The whole request, as its card and its dialog show it; without the address where fields for it follow. */
export const RequestFacts = ({ request, hasAddress = true }: { request: SampleRequest; hasAddress?: boolean }) => (
  <dl className={styles.facts}>
    <div>
      <dt>Sample type</dt>
      <dd>{labelOf(sampleTypeLabels, request.sampleType)}</dd>
    </div>
    {request.templateName && (
      <div>
        <dt>Requested template</dt>
        <dd dir="auto">{request.templateName}</dd>
      </div>
    )}
    {hasAddress && (
      <div>
        <dt>Send to</dt>
        <dd>
          <address className={styles.address} dir="auto">
            {request.addressLine1}
            {request.addressLine2 && <span>{request.addressLine2}</span>}
            <span>
              {request.city}, {request.state} {request.zip}
            </span>
          </address>
          <StateWarning request={request} />
        </dd>
      </div>
    )}
    <div>
      <dt>Email</dt>
      <dd>
        <a href={`mailto:${request.email}`}>{request.email}</a>
      </dd>
    </div>
    {request.phone && (
      <div>
        <dt>Phone</dt>
        <dd>
          <a href={`tel:${request.phone.replaceAll(/[^\d+]/g, '')}`}>{request.phone}</a>
        </dd>
      </div>
    )}
    <div>
      <dt>Requested</dt>
      <dd>
        <Instant at={request.createdAt} />
        <Waiting request={request} />
      </dd>
    </div>
    {request.trackingNumber && (
      <div>
        <dt>Tracking number</dt>
        <dd>
          <TrackingNumber number={request.trackingNumber} />
        </dd>
      </div>
    )}
    {otherFields.map(
      (name) =>
        request[name] && (
          <div key={name}>
            <dt>{sampleFormFields[name].label}</dt>
            <dd dir="auto">{request[name]}</dd>
          </div>
        ),
    )}
    {request.notes && (
      <div className={styles.wide}>
        <dt>Notes</dt>
        <dd className={styles.notes} dir="auto">
          {request.notes}
        </dd>
      </div>
    )}
  </dl>
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
