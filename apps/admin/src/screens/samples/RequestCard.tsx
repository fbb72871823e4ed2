import type { SampleRequest } from '@app/api-client'
import { Link } from 'react-router-dom'
import { fullName } from '../../people/full-name.ts'
import { RowButton } from '../../list/RowButton.tsx'
import { SelectBox } from '../../list/SelectBox.tsx'
import { ProcessedControl } from './ProcessedControl.tsx'
import { duplicatesText } from './request-display.ts'
import styles from './RequestCard.module.css'
import { RequestFacts, RequestMarks } from './RequestFacts.tsx'
import { SyncState } from './SyncState.tsx'

export interface RequestProps {
  request: SampleRequest
  canEdit: boolean
  isSelected: boolean
  /** True if its state differs from when the list was loaded. */
  hasChanged: boolean
  /** `isRange` is true if Shift was pressed, which also selects everything back to the last selected record. */
  onSelect: (isSelected: boolean, isRange: boolean) => void
  onOpen: () => void
}

export function RequestCard({ request, canEdit, isSelected, hasChanged, onSelect, onOpen }: RequestProps) {
  const name = fullName(request)
  const headingId = `request-${request.id}`
  return (
    <li className={styles.card} aria-labelledby={headingId} data-changed={hasChanged || undefined}>
      <div className={styles.head}>
        <SelectBox
          label={`Select the request of ${name}`}
          isSelected={isSelected}
          rowId={request.id}
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

type OpenProps = Pick<RequestProps, 'request' | 'onOpen'> & { text: string }

const OpenButton = ({ request, text, onOpen }: OpenProps) => (
  <RowButton text={text} className={styles.open} label={`${text} of ${fullName(request)}`} onClick={onOpen} />
)
