import type { SampleRequest } from '@app/api-client'
import { fieldNames, labelOf, type SampleFormField, sampleFormFields, sampleTypeLabels } from '@app/labels'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { fullName } from '../../people/full-name.ts'
import { Instant } from '../../components/Instant.tsx'
import { SelectBox } from '../../list/SelectBox.tsx'
import { ProcessedControl } from './ProcessedControl.tsx'
import { ageOf, duplicatesText } from './request-display.ts'
import styles from './RequestCard.module.css'
import { RequestMarks } from './RequestMarks.tsx'
import { SyncState } from './SyncState.tsx'
import { TrackingNumber } from './TrackingNumber.tsx'

export interface RequestProps {
  request: SampleRequest
  canEdit: boolean
  isSelected: boolean
  /** Whether its state differs from when the list was loaded. */
  hasChanged: boolean
  /** `isRange` is true if Shift was pressed, which also selects everything back to the last selected record. */
  onSelect: (isSelected: boolean, isRange: boolean) => void
  onOpen: () => void
}

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

export function RequestCard({ request, canEdit, isSelected, hasChanged, onSelect, onOpen }: RequestProps) {
  const name = fullName(request)
  const headingId = `request-${request.id}`
  return (
    <li
      className={styles.card}
      aria-labelledby={headingId}
      data-request={request.id}
      data-changed={hasChanged || undefined}
    >
      <div className={styles.head}>
        <SelectBox
          label={`Select the request of ${name}`}
          isSelected={isSelected}
          onSelect={onSelect}
          className={styles.select}
        />
        <div className={styles.who}>
          <h2 id={headingId} className={styles.name} dir="auto" title={name}>
            {name}
          </h2>
          {request.company && (
            <p className={styles.company} dir="auto" title={request.company}>
              {request.company}
            </p>
          )}
        </div>
        <ProcessedControl request={request} headingId={headingId} canEdit={canEdit} hasChanged={hasChanged} />
      </div>

      <RequestFacts request={request} />
      <Duplicates request={request} />
      <RequestMarks request={request} />
      <OpenButton
        request={request}
        text={canEdit && !request.trackingNumber ? 'Add tracking number' : 'Tracking and history'}
        onOpen={onOpen}
      />
      <SyncState request={request} name={name} canEdit={canEdit} />
    </li>
  )
}

const RequestFacts = ({ request }: { request: SampleRequest }) => (
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
        {request.stateNeedsReview && <p className={styles.warning}>Check the state: it is not a valid US state.</p>}
      </dd>
    </div>
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

/** Describes what it has in common with another request. */
function Duplicates({ request }: { request: SampleRequest }) {
  const text = duplicatesText(request)
  if (!text) return null
  return (
    <p className={styles.warning}>
      {text}
      {request.duplicateBy?.includes('email') && (
        <>
          {' · '}
          <Link
            to={`?tab=requests&q=${encodeURIComponent(request.email)}`}
            aria-label={`Show all from ${request.email}`}
          >
            Show all
          </Link>
        </>
      )}
    </p>
  )
}

export function Waiting({ request }: { request: SampleRequest }) {
  if (request.processed) return null
  const { text, isLate } = ageOf(request)
  return (
    <span className={styles.age} data-late={isLate || undefined}>
      {text}
    </span>
  )
}

type OpenProps = Pick<RequestProps, 'request' | 'onOpen'> & { text: string }

/** Opens the request's dialog. */
const OpenButton = ({ request, text, onOpen }: OpenProps) => (
  <Button
    size="compact-sm"
    variant="default"
    className={styles.open}
    aria-label={`${text} of ${fullName(request)}`}
    onClick={onOpen}
  >
    {text}
  </Button>
)
