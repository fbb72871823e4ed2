import type { SampleRequest } from '@app/api-client'
import { labelOf, sampleTypeLabels } from '@app/labels'
import { Table } from '@mantine/core'
import { fullName } from '../../people/full-name.ts'
import { Instant } from '../../components/Instant.tsx'
import type { ListProps } from '../../list/PagedList.tsx'
import { SelectBox } from '../../list/SelectBox.tsx'
import { ProcessedControl } from './ProcessedControl.tsx'
import { OpenButton, Duplicates, type RequestProps, Waiting } from './RequestCard.tsx'
import { PrintedMark, ProcessedMark } from './RequestMarks.tsx'
import styles from './RequestTable.module.css'
import { SyncBadge } from './SyncState.tsx'
import { TrackingNumber } from './TrackingNumber.tsx'

type Props = { list: ListProps; requests: SampleRequest[]; propsOf: (request: SampleRequest) => RequestProps }

/** The requests as rows, for people who work through many. */
export const RequestTable = ({ list, requests, propsOf }: Props) => (
  // The box scrolls on its own, so the keyboard must reach it.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div {...list} tabIndex={0} role="region" aria-label="Sample requests" className={styles.box}>
    <Table className={styles.table} verticalSpacing={4} horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <span className={styles.hidden}>Select</span>
          </Table.Th>
          <Table.Th scope="col">Who</Table.Th>
          <Table.Th scope="col">Send to</Table.Th>
          <Table.Th scope="col">Samples</Table.Th>
          <Table.Th scope="col">Requested</Table.Th>
          <Table.Th scope="col">Printed</Table.Th>
          <Table.Th scope="col" className={styles.state}>
            State
          </Table.Th>
          <Table.Th scope="col">Tracking</Table.Th>
          <Table.Th scope="col">CRM</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {requests.map((request) => (
          <Row key={request.id} {...propsOf(request)} />
        ))}
      </Table.Tbody>
    </Table>
  </div>
)

function Row({ request, canEdit, isSelected, hasChanged, onSelect, onOpen }: RequestProps) {
  const name = fullName(request)
  const headingId = `request-${request.id}`
  const { company, email, addressLine1, addressLine2, city, state, zip, sampleType, notes, createdAt, trackingNumber } =
    request
  return (
    <Table.Tr data-request={request.id} data-changed={hasChanged || undefined} className={styles.row}>
      <Table.Td>
        <SelectBox label={`Select the request of ${name}`} isSelected={isSelected} onSelect={onSelect} />
      </Table.Td>
      <Table.Th scope="row" id={headingId} className={styles.who}>
        <span className={styles.clamped} dir="auto">
          {[name, company].filter(Boolean).join(', ')}
        </span>
        <a href={`mailto:${email}`}>{email}</a>
      </Table.Th>
      <Table.Td className={styles.where} dir="auto">
        {[addressLine1, addressLine2].filter(Boolean).join(', ')}
        <br />
        {city}, {state} {zip}
        {request.stateNeedsReview && <p className={styles.warning}>Check the state</p>}
        <Duplicates request={request} />
      </Table.Td>
      <Table.Td>
        {labelOf(sampleTypeLabels, sampleType)}
        {notes && (
          <span className={styles.clamped} title={notes} dir="auto">
            {notes}
          </span>
        )}
      </Table.Td>
      <Table.Td className={styles.when}>
        <Instant at={createdAt} />
        <Waiting request={request} />
      </Table.Td>
      <Table.Td className={styles.mark}>
        <PrintedMark request={request} />
      </Table.Td>
      <Table.Td className={styles.state}>
        <ProcessedControl request={request} headingId={headingId} canEdit={canEdit} hasChanged={hasChanged} />
        <ProcessedMark request={request} />
      </Table.Td>
      <Table.Td className={styles.tracking}>
        {trackingNumber && <TrackingNumber number={trackingNumber} />}
        <OpenButton request={request} text="Details" onOpen={onOpen} />
      </Table.Td>
      <Table.Td>
        <SyncBadge request={request} />
      </Table.Td>
    </Table.Tr>
  )
}
