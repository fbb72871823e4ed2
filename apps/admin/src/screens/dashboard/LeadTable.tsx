import type { Lead } from '@app/api-client'
import { Skeleton, Table, UnstyledButton } from '@mantine/core'
import type { Ref } from 'react'
import { absent } from '../../list/date-text.ts'
import { Instant } from '../../list/Instant.tsx'
import { industryText, statusDisplay, volumeText } from './lead-display.ts'
import styles from './LeadTable.module.css'
import { StatusMark } from './StatusMark.tsx'

const columns = ['Contact', 'Company', 'Industry', 'Volume', 'Date', 'Status']
const skeletonRows = [1, 2, 3, 4, 5, 6]

type Props = {
  leads: Lead[] | undefined
  /** Says why there are none. */
  isFiltered: boolean
  /** The rows of the filter before, while the ones of the new filter are on their way. */
  isStale: boolean
  boxRef: Ref<HTMLDivElement>
  onOpen: (id: string) => void
}

/** A plain table: the server gives the order, and nothing here sorts or filters. */
export function LeadTable({ leads, isFiltered, isStale, boxRef, onOpen }: Props) {
  return (
    <div ref={boxRef} role="group" aria-label="Recent leads, scrolls sideways" tabIndex={0} className={styles.box}>
      <Table aria-labelledby="recent-leads" aria-busy={!leads || isStale} className={styles.table} verticalSpacing={10}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col" className={column === 'Volume' ? styles.number : undefined}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {leads?.map((lead) => (
            <LeadRow key={lead.id} lead={lead} onOpen={() => onOpen(lead.id)} />
          ))}
          {leads?.length === 0 && <EmptyRow isFiltered={isFiltered} />}
          {!leads && skeletonRows.map((row) => <SkeletonRow key={row} />)}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function LeadRow({ lead, onOpen }: { lead: Lead; onOpen: () => void }) {
  const name = [lead.firstName, lead.lastName].filter(Boolean).join(' ')
  const status = statusDisplay(lead.status)
  return (
    <Table.Tr>
      <Table.Td className={styles.contact}>
        <span className={styles.name} dir="auto">
          <UnstyledButton className={styles.open} onClick={onOpen}>
            {name || absent}
          </UnstyledButton>
        </span>
        <a href={`mailto:${lead.email}`} className={styles.email}>
          <EmailText email={lead.email} />
        </a>
      </Table.Td>
      <Table.Td className={styles.company}>
        <span dir="auto">{lead.company || absent}</span>
      </Table.Td>
      <Table.Td>{industryText(lead.industry)}</Table.Td>
      <Table.Td className={styles.number}>{volumeText(lead.volume)}</Table.Td>
      <Table.Td className={styles.date}>
        <Instant at={lead.createdAt} />
      </Table.Td>
      <Table.Td>
        <StatusMark {...status} />
      </Table.Td>
    </Table.Tr>
  )
}

/** Breaks after the @ before it breaks anywhere else. */
function EmailText({ email }: { email: string }) {
  const end = email.lastIndexOf('@') + 1
  return (
    <>
      {email.slice(0, end)}
      <wbr />
      {email.slice(end)}
    </>
  )
}

function EmptyRow({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={columns.length} className={styles.empty}>
        <div className={styles.emptyText}>
          <p className={styles.emptyTitle}>{isFiltered ? 'No leads match' : 'No leads found'}</p>
          <p className={styles.emptyHint}>
            {isFiltered
              ? 'Try other words, or take a filter away.'
              : 'A lead appears here as soon as someone asks for a demo on the site.'}
          </p>
        </div>
      </Table.Td>
    </Table.Tr>
  )
}

function SkeletonRow() {
  return (
    <Table.Tr>
      <Table.Td className={styles.contact}>
        <Skeleton height={14} width={140} my={4} />
        <Skeleton height={12} width={190} my={6} />
      </Table.Td>
      {columns.slice(1).map((column) => (
        <Table.Td key={column}>
          <Skeleton height={14} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
