import type { Lead } from '@app/api-client'
import { Skeleton, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { isOnRow } from '../list/table-rows.ts'
import { fullName } from '../people/full-name.ts'
import { absent } from '../components/format.ts'
import { Instant } from '../components/Instant.tsx'
import type { ListProps } from '../list/PagedList.tsx'
import rows from '../list/RecordRow.module.css'
import { SelectBox } from '../list/SelectBox.tsx'
import type { Selection } from '../list/SelectionBar.tsx'
import type { UrlState } from '../list/use-url-state.ts'
import { EmptyLeads } from './EmptyLeads.tsx'
import type { Column, Density } from './lead-columns.ts'
import { duplicatesText, industryText, stageDisplay, statusDisplay, StatusMark, volumeText } from './lead-display.tsx'
import { LeadHead } from './LeadHead.tsx'
import styles from './LeadTable.module.css'
import { DueDay } from './NextStep.tsx'
import { OwnerName } from './OwnerName.tsx'
import { type RowFacts, useRowFacts } from './row-facts.ts'

const skeletonRows = [1, 2, 3, 4, 5, 6]

export type LeadListProps = {
  /** Contains the sort order and the lead in the panel. */
  url: UrlState
  /** The accessible name: "Recent leads". */
  label: string
  titleId: string
  leads: Lead[] | undefined
  /** Absent while there are no rows. */
  list?: ListProps | undefined
  columns: readonly Column[]
  /** Absent if there are no bulk actions. */
  selection?: Selection<Lead> | undefined
  /** Determines the text for an empty list. */
  isFiltered: boolean
}

type Props = LeadListProps & { density: Density }

/** Pixels above and below a row's text. The work list has one line per lead. */
const rowSpacing: Record<'work' | 'recent', Record<Density, number>> = {
  work: { comfortable: 5, compact: 2 },
  recent: { comfortable: 10, compact: 3 },
}

/** A plain table. Sorting and filtering happen on the server. */
export function LeadTable({ url, label, titleId, leads, list, columns, selection, isFiltered, density }: Props) {
  const known = useRowFacts(columns)
  // Stable callbacks, so that rows that are already shown don't rerender.
  const open = useCallbackRef((id: string) => url.set({ lead: id }))
  const select = useCallbackRef(selection?.select)
  return (
    <div
      ref={list?.ref}
      role="group"
      aria-label={`${label}, scrolls sideways`}
      tabIndex={0}
      className={styles.box}
      data-wide={selection && true}
    >
      <Table
        aria-labelledby={titleId}
        aria-busy={!leads || list?.['aria-busy']}
        className={styles.table}
        layout="fixed"
        borderColor="var(--hairline)"
        verticalSpacing={rowSpacing[selection ? 'work' : 'recent'][density]}
        data-density={density}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th scope="col" className={styles.select}>
                <VisuallyHidden>Select</VisuallyHidden>
              </Table.Th>
            )}
            {columns.map((column) => (
              <LeadHead key={column} column={column} isWork={selection !== undefined} url={url} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {leads?.map((lead) => (
            <LeadRow
              key={lead.id}
              lead={lead}
              columns={columns}
              known={known}
              isSelected={selection?.has(lead.id)}
              isOpen={lead.id === url.get('lead')}
              onSelect={select}
              onOpen={open}
            />
          ))}
          {leads?.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={columns.length + (selection ? 1 : 0)}>
                <div className={styles.emptyText}>
                  <EmptyLeads isFiltered={isFiltered} />
                </div>
              </Table.Td>
            </Table.Tr>
          )}
          {!leads &&
            skeletonRows.map((row) => (
              <SkeletonRow key={row} columnCount={columns.length} isWork={selection !== undefined} />
            ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface Cell {
  className?: string | undefined
  /** The full text, which the column may cut off. */
  title?: (lead: Lead, known: RowFacts) => string | null | undefined
  show: (lead: Lead, known: RowFacts, isWork: boolean) => ReactNode
}

/** The cells of the columns after the contact. */
const cells: Readonly<Record<Exclude<Column, 'Contact'>, Cell>> = {
  Email: {
    title: ({ email }) => email,
    show: ({ email }) => (
      <a href={`mailto:${email}`} className={styles.email}>
        {email}
      </a>
    ),
  },
  Company: {
    className: styles.company,
    title: ({ company }) => company,
    show: ({ company }) => <span dir="auto">{company || absent}</span>,
  },
  Stage: { show: ({ stage }) => <StatusMark {...stageDisplay(stage)} /> },
  Owner: {
    className: styles.company,
    title: ({ ownerId }, { owners }) => owners.find(({ id }) => id === ownerId)?.name,
    show: ({ ownerId }, { owners }) => <OwnerName id={ownerId} owners={owners} />,
  },
  'Next step': {
    className: styles.company,
    title: ({ nextStep }) => nextStep,
    show: ({ nextStep }) => <span dir="auto">{nextStep || absent}</span>,
  },
  Due: { show: (lead, { today }) => (lead.nextStepOn ? <DueDay lead={lead} today={today} /> : absent) },
  Industry: { show: ({ industry }) => industryText(industry) },
  Volume: { className: styles.number, show: ({ volume }) => volumeText(volume) },
  Date: {
    className: styles.date,
    show: ({ createdAt }, _known, isWork) => <Instant at={createdAt} isNarrow={isWork} />,
  },
  Status: { show: ({ status }) => <StatusMark {...statusDisplay(status)} /> },
}

type RowProps = Pick<LeadListProps, 'columns'> & {
  onOpen: (id: string) => void
  lead: Lead
  known: RowFacts
  /** Undefined if there are no bulk actions. */
  isSelected: boolean | undefined
  isOpen: boolean
  onSelect: Selection<Lead>['select']
}

const cellClass = (own = '') => `${Table.classes['td']} ${own}`

/**
 * Uses the library's class names instead of its components: a page has nine hundred cells, and rendering components
 * took half of the time to show a view. The screen rerenders for each count that loads, but rows only when their own
 * data changes.
 */
const LeadRow = memo(function LeadRow({ lead, columns, known, isSelected, isOpen, onSelect, onOpen }: RowProps) {
  // For the pointer only. Keyboard users press the name, which is a button.
  const openRow = (event: MouseEvent) => isOnRow(event) && onOpen(lead.id)
  const isWork = isSelected !== undefined
  return (
    <tr
      className={`${Table.classes['tr']} ${rows.row}`}
      data-with-row-border
      onClick={openRow}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
    >
      {isSelected !== undefined && (
        <td className={cellClass(styles.select)}>
          <SelectBox
            label={`Select ${fullName(lead) || lead.email}`}
            isSelected={isSelected}
            onSelect={(selected, isRange) => onSelect(lead.id, selected, isRange)}
          />
        </td>
      )}
      <td className={cellClass()}>
        <div className={styles.contact}>
          <span className={styles.name} dir="auto">
            <UnstyledButton
              className={styles.open}
              onClick={() => onOpen(lead.id)}
              data-row={lead.id}
              title={isWork ? fullName(lead) || undefined : undefined}
            >
              {fullName(lead) || absent}
            </UnstyledButton>
          </span>
          {!isWork && (
            <a href={`mailto:${lead.email}`} className={styles.email}>
              <EmailText email={lead.email} />
            </a>
          )}
          {/* In dense rows, the tooltip and the panel show the details. */}
          {lead.duplicateBy && (
            <span className={styles.duplicates} title={isWork ? duplicatesText(lead) : undefined}>
              {isWork ? 'Duplicate?' : duplicatesText(lead)}
            </span>
          )}
        </div>
      </td>
      {columns.map((column) =>
        column === 'Contact' ? null : (
          <td
            key={column}
            data-column={column}
            className={cellClass(cells[column].className)}
            title={cells[column].title?.(lead, known) || undefined}
          >
            {cells[column].show(lead, known, isWork)}
          </td>
        ),
      )}
    </tr>
  )
})

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

/** As tall as a row: one line if it has a checkbox, otherwise two. */
function SkeletonRow({ columnCount, isWork }: { columnCount: number; isWork: boolean }) {
  return (
    <Table.Tr>
      {isWork && <Table.Td />}
      <Table.Td>
        <Skeleton height={14} width={140} maw="80%" my={isWork ? 6 : 4} />
        {!isWork && <Skeleton height={12} width={190} maw="100%" my={6} />}
      </Table.Td>
      {Array.from({ length: columnCount - 1 }, (_, index) => (
        <Table.Td key={index}>
          <Skeleton height={14} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
