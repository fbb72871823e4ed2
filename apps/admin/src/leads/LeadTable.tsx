import type { Lead } from '@app/api-client'
import { Skeleton, Table, UnstyledButton } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { absent } from '../list/date-text.ts'
import { Instant } from '../list/Instant.tsx'
import type { ListProps } from '../list/PagedList.tsx'
import { SelectBox } from '../list/SelectBox.tsx'
import type { Selection } from '../list/use-selection.ts'
import { EmptyLeads } from './EmptyLeads.tsx'
import type { Column, Density } from './lead-columns.ts'
import { industryText, leadName, repeatsText, stageDisplay, statusDisplay, volumeText } from './lead-display.ts'
import type { LeadOrder } from './lead-order.ts'
import { LeadHead } from './LeadHead.tsx'
import styles from './LeadTable.module.css'
import { NextStep } from './NextStep.tsx'
import { OwnerName } from './OwnerName.tsx'
import { StatusMark } from './StatusMark.tsx'

const skeletonRows = [1, 2, 3, 4, 5, 6]

export type LeadListProps = {
  /** What the list is called: "Recent leads". */
  label: string
  /** The id of its title on the screen. */
  titleId: string
  leads: Lead[] | undefined
  /** Absent while there are no rows. */
  list?: ListProps | undefined
  columns: readonly Column[]
  /** Absent where nothing can be done with several leads. */
  selection?: Selection<Lead> | undefined
  /** Decides what an empty list says. */
  isFiltered: boolean
  onOpen: (id: string) => void
  order: LeadOrder
  onOrder: (order: LeadOrder) => void
}

type Props = LeadListProps & { density: Density }

/** A plain table. The server sorts and filters; nothing here does. */
export function LeadTable({ label, titleId, leads, list, columns, selection, isFiltered, onOpen, ...layout }: Props) {
  const { order, onOrder, density } = layout
  const columnCount = columns.length + (selection ? 1 : 0)
  return (
    <div
      ref={list?.ref}
      role="group"
      aria-label={`${label}, scrolls sideways`}
      tabIndex={0}
      className={styles.box}
      data-wide={columns.includes('Stage') || undefined}
    >
      <Table
        aria-labelledby={titleId}
        aria-busy={!leads || list?.['aria-busy']}
        className={styles.table}
        verticalSpacing={density === 'compact' ? 3 : 10}
        data-density={density}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th scope="col" className={styles.select}>
                <span className={styles.hidden}>Select</span>
              </Table.Th>
            )}
            {columns.map((column) => (
              <LeadHead key={column} column={column} order={order} onOrder={onOrder} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {leads?.map((lead) => (
            <LeadRow key={lead.id} lead={lead} columns={columns} selection={selection} onOpen={() => onOpen(lead.id)} />
          ))}
          {leads?.length === 0 && <EmptyRow isFiltered={isFiltered} columnCount={columnCount} />}
          {!leads && skeletonRows.map((row) => <SkeletonRow key={row} columnCount={columnCount} />)}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** What the columns beside the contact show. */
const cells: Readonly<Record<Exclude<Column, 'Contact'>, { className?: string; show: (lead: Lead) => ReactNode }>> = {
  Company: { className: styles.company, show: ({ company }) => <span dir="auto">{company || absent}</span> },
  Stage: { show: ({ stage }) => <StatusMark {...stageDisplay(stage)} /> },
  Owner: { className: styles.company, show: ({ ownerId }) => <OwnerName id={ownerId} /> },
  'Next step': { show: (lead) => <NextStep lead={lead} /> },
  Industry: { show: ({ industry }) => industryText(industry) },
  Volume: { className: styles.number, show: ({ volume }) => volumeText(volume) },
  Date: { className: styles.date, show: ({ createdAt }) => <Instant at={createdAt} /> },
  Status: { show: ({ status }) => <StatusMark {...statusDisplay(status)} /> },
}

type RowProps = Pick<LeadListProps, 'columns' | 'selection'> & { lead: Lead; onOpen: () => void }

function LeadRow({ lead, columns, selection, onOpen }: RowProps) {
  // For the pointer alone: the name is the button.
  const openRow = ({ target }: MouseEvent) => {
    const isControl = target instanceof Element && target.closest('a, button, input, label')
    if (!isControl && !window.getSelection()?.toString()) onOpen()
  }
  const isSelected = selection?.has(lead.id)
  return (
    <Table.Tr className={styles.row} onClick={openRow} data-selected={isSelected || undefined}>
      {selection && (
        <Table.Td className={styles.select}>
          <SelectBox
            label={`Select ${leadName(lead) || lead.email}`}
            isSelected={isSelected ?? false}
            isRow={false}
            onSelect={(selected, isRange) => selection.select(lead.id, selected, isRange)}
          />
        </Table.Td>
      )}
      <Table.Td className={styles.contact}>
        <span className={styles.name} dir="auto">
          <UnstyledButton className={styles.open} onClick={onOpen} data-row={lead.id}>
            {leadName(lead) || absent}
          </UnstyledButton>
        </span>
        <a href={`mailto:${lead.email}`} className={styles.email}>
          <EmailText email={lead.email} />
        </a>
        {lead.repeats && <Repeats lead={lead} isShort={selection !== undefined} />}
      </Table.Td>
      {columns.map((column) =>
        column === 'Contact' ? null : (
          <Table.Td key={column} className={cells[column].className ?? ''}>
            {cells[column].show(lead)}
          </Table.Td>
        ),
      )}
    </Table.Tr>
  )
}

/** Where rows are dense, the panel says what they share. */
const Repeats = ({ lead, isShort }: { lead: Lead; isShort: boolean }) => (
  <span className={styles.repeats} title={isShort ? repeatsText(lead) : undefined}>
    {isShort ? 'Possible duplicate' : repeatsText(lead)}
  </span>
)

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
      {Array.from({ length: columnCount - 1 }, (_, index) => (
        <Table.Td key={index}>
          <Skeleton height={14} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
