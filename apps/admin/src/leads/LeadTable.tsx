import type { Lead } from '@app/api-client'
import { Skeleton, Table, UnstyledButton } from '@mantine/core'
import type { MouseEvent } from 'react'
import { absent } from '../list/date-text.ts'
import { Instant } from '../list/Instant.tsx'
import type { ListProps } from '../list/PagedList.tsx'
import { industryText, leadName, repeatsText, statusDisplay, volumeText } from './lead-display.ts'
import { type Column, columns, type Density } from './lead-columns.ts'
import type { LeadOrder } from './lead-order.ts'
import { EmptyLeads } from './EmptyLeads.tsx'
import { LeadHead } from './LeadHead.tsx'
import styles from './LeadTable.module.css'
import { StatusMark } from './StatusMark.tsx'

const skeletonRows = [1, 2, 3, 4, 5, 6]

export type LeadListProps = {
  leads: Lead[] | undefined
  /** Absent while there are no rows. */
  list?: ListProps | undefined
  /** Decides what an empty list says. */
  isFiltered: boolean
  onOpen: (id: string) => void
  order: LeadOrder
  onOrder: (order: LeadOrder) => void
}

type Props = LeadListProps & { isShown: (column: Column) => boolean; density: Density }

/** A plain table. The server sorts and filters; nothing here does. */
export function LeadTable({ leads, list, isFiltered, onOpen, ...layout }: Props) {
  const { order, onOrder, isShown, density } = layout
  const shownColumns = columns.filter(isShown)
  return (
    <div ref={list?.ref} role="group" aria-label="Recent leads, scrolls sideways" tabIndex={0} className={styles.box}>
      <Table
        aria-labelledby="recent-leads"
        aria-busy={!leads || list?.['aria-busy']}
        className={styles.table}
        verticalSpacing={density === 'compact' ? 3 : 10}
        data-density={density}
      >
        <Table.Thead>
          <Table.Tr>
            {shownColumns.map((column) => (
              <LeadHead key={column} column={column} order={order} onOrder={onOrder} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {leads?.map((lead) => (
            <LeadRow key={lead.id} lead={lead} isShown={isShown} onOpen={() => onOpen(lead.id)} />
          ))}
          {leads?.length === 0 && <EmptyRow isFiltered={isFiltered} columnCount={shownColumns.length} />}
          {!leads && skeletonRows.map((row) => <SkeletonRow key={row} columnCount={shownColumns.length} />)}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type RowProps = { lead: Lead; isShown: Props['isShown']; onOpen: () => void }

function LeadRow({ lead, isShown, onOpen }: RowProps) {
  const status = statusDisplay(lead.status)
  // For the pointer alone: the name is the button.
  const openRow = ({ target }: MouseEvent) => {
    const isControl = target instanceof Element && target.closest('a, button')
    if (!isControl && !window.getSelection()?.toString()) onOpen()
  }
  return (
    <Table.Tr className={styles.row} onClick={openRow}>
      <Table.Td className={styles.contact}>
        <span className={styles.name} dir="auto">
          <UnstyledButton className={styles.open} onClick={onOpen} data-row={lead.id}>
            {leadName(lead) || absent}
          </UnstyledButton>
        </span>
        <a href={`mailto:${lead.email}`} className={styles.email}>
          <EmailText email={lead.email} />
        </a>
        {lead.repeats && <span className={styles.repeats}>{repeatsText(lead)}</span>}
      </Table.Td>
      {isShown('Company') && (
        <Table.Td className={styles.company}>
          <span dir="auto">{lead.company || absent}</span>
        </Table.Td>
      )}
      {isShown('Industry') && <Table.Td>{industryText(lead.industry)}</Table.Td>}
      {isShown('Volume') && <Table.Td className={styles.number}>{volumeText(lead.volume)}</Table.Td>}
      {isShown('Date') && (
        <Table.Td className={styles.date}>
          <Instant at={lead.createdAt} />
        </Table.Td>
      )}
      {isShown('Status') && (
        <Table.Td>
          <StatusMark {...status} />
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** Prefers a line break after the @. */
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

function EmptyRow({ isFiltered, columnCount }: { isFiltered: boolean; columnCount: number }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={columnCount} className={styles.empty}>
        <div className={styles.emptyText}>
          <EmptyLeads isFiltered={isFiltered} />
        </div>
      </Table.Td>
    </Table.Tr>
  )
}

function SkeletonRow({ columnCount }: { columnCount: number }) {
  return (
    <Table.Tr>
      <Table.Td className={styles.contact}>
        <Skeleton height={14} width={140} maw="80%" my={4} />
        <Skeleton height={12} width={190} maw="100%" my={6} />
      </Table.Td>
      {columns.slice(1, columnCount).map((column) => (
        <Table.Td key={column}>
          <Skeleton height={14} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
