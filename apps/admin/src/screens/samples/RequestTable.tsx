import type { SampleRequest } from '@app/api-client'
import { labelOf, sampleTypeLabels } from '@app/labels'
import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { fullName } from '../../people/full-name.ts'
import { Instant } from '../../components/Instant.tsx'
import { isOnRow } from '../../list/table-rows.ts'
import type { ListProps } from '../../list/PagedList.tsx'
import rows from '../../list/RecordRow.module.css'
import { SelectBox } from '../../list/SelectBox.tsx'
import { ProcessedControl } from './ProcessedControl.tsx'
import type { RequestProps } from './RequestCard.tsx'
import { Mark, Waiting } from './RequestFacts.tsx'
import { duplicatesText } from './request-display.ts'
import styles from './RequestTable.module.css'
import { SyncMark } from './SyncState.tsx'
import { TrackingNumber } from './TrackingNumber.tsx'

type Props = { list: ListProps; requests: SampleRequest[]; propsOf: (request: SampleRequest) => RequestProps }

const headings = ['Requester', 'Contact', 'Send to', 'Samples', 'Requested', 'Status', 'CRM']

/** The requests as rows of two lines, for people who work through many. */
export const RequestTable = ({ list, requests, propsOf }: Props) => (
  <div {...list} role="region" aria-label="Sample requests" className={styles.box}>
    <Table className={styles.table} verticalSpacing={3} horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" data-column="Select">
            <VisuallyHidden>Select</VisuallyHidden>
          </Table.Th>
          {headings.map((heading) => (
            <Table.Th key={heading} scope="col" data-column={heading}>
              {heading}
            </Table.Th>
          ))}
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

/** The width may cut off the text, so the tooltip has all of it. */
const Line = ({ text, children = text }: { text?: string | null | undefined; children?: ReactNode }) => (
  <div className={styles.line} title={text ?? undefined} dir="auto">
    {children}
  </div>
)

function Row({ request, canEdit, isSelected, hasChanged, onSelect, onOpen }: RequestProps) {
  const name = fullName(request)
  const headingId = `request-${request.id}`
  const duplicates = duplicatesText(request)
  // For the pointer only. Keyboard users press the name, which is a button.
  const open = (event: MouseEvent) => isOnRow(event) && onOpen()
  return (
    <Table.Tr
      data-changed={hasChanged || undefined}
      data-selected={isSelected || undefined}
      className={`${rows.row} ${styles.row}`}
      onClick={open}
    >
      <Table.Td>
        <SelectBox label={`Select the request of ${name}`} isSelected={isSelected} onSelect={onSelect} />
      </Table.Td>
      <Table.Th scope="row">
        <UnstyledButton id={headingId} className={styles.open} title={name} data-row={request.id} onClick={onOpen}>
          <bdi>{name}</bdi>
        </UnstyledButton>
        <div className={styles.facts}>
          {duplicates && <span title={duplicates}>Duplicate?</span>}
          <Line text={request.company} />
        </div>
      </Table.Th>
      <Table.Td>
        <Line text={request.email}>
          <a href={`mailto:${request.email}`}>{request.email}</a>
        </Line>
        <Line text={request.phone} />
      </Table.Td>
      <Table.Td>
        <Line text={[request.addressLine1, request.addressLine2].filter(Boolean).join(', ')} />
        <div className={styles.place} title={`${request.city}, ${request.state} ${request.zip}`} dir="auto">
          <span className={styles.city}>{request.city},</span>{' '}
          <span>
            {request.state} {request.zip}
            {request.stateNeedsReview && <span className={styles.warning}> Check the state</span>}
          </span>
        </div>
      </Table.Td>
      <Table.Td>
        <Line text={[labelOf(sampleTypeLabels, request.sampleType), request.templateName].filter(Boolean).join(': ')} />
        <Line text={request.notes} />
      </Table.Td>
      <Table.Td>
        <div className={styles.facts}>
          <Instant at={request.createdAt} isNarrow />
          <Waiting request={request} />
        </div>
        <div className={styles.facts}>
          <Progress request={request} />
        </div>
      </Table.Td>
      <Table.Td>
        <ProcessedControl request={request} headingId={headingId} canEdit={canEdit} hasChanged={hasChanged} />
      </Table.Td>
      <Table.Td>
        <SyncMark request={request} />
      </Table.Td>
    </Table.Tr>
  )
}

/** The steps done so far, the latest first. */
function Progress({ request }: { request: SampleRequest }) {
  const { printedAt, printedBy, processedAt, processedBy, trackingNumber } = request
  return (
    <>
      {trackingNumber && <TrackingNumber number={trackingNumber} />}
      {processedAt && <Mark what="Processed" by={processedBy} at={processedAt} isNarrow />}
      {printedAt && <Mark what="Printed" by={printedBy} at={printedAt} isNarrow />}
    </>
  )
}
