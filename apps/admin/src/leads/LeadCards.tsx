import type { Lead } from '@app/api-client'
import { NativeSelect, Skeleton, UnstyledButton } from '@mantine/core'
import { absent } from '../list/date-text.ts'
import { Instant } from '../list/Instant.tsx'
import { EmptyLeads } from './EmptyLeads.tsx'
import styles from './LeadCards.module.css'
import { leadName, repeatsText, statusDisplay } from './lead-display.ts'
import { leadOrder, orderOptions } from './lead-order.ts'
import type { LeadListProps } from './LeadTable.tsx'
import { StatusMark } from './StatusMark.tsx'

const skeletonCards = [1, 2, 3, 4, 5, 6]

/** The list on a phone, where a table has no room. Each card shows what identifies a lead, and opens it. */
export function LeadCards({ leads, list, isFiltered, onOpen, order, onOrder }: LeadListProps) {
  return (
    <>
      <NativeSelect
        label="Sort by"
        data={orderOptions}
        value={order}
        onChange={(event) => onOrder(leadOrder(event.currentTarget.value))}
        className={styles.order}
      />
      <div
        ref={list?.ref}
        role="group"
        aria-label="Recent leads"
        tabIndex={-1}
        aria-busy={!leads || list?.['aria-busy']}
      >
        {leads?.length === 0 && (
          <div className={styles.empty}>
            <EmptyLeads isFiltered={isFiltered} />
          </div>
        )}
        <ul className={styles.cards}>
          {leads?.map((lead) => (
            <li key={lead.id}>
              <LeadCard lead={lead} onOpen={() => onOpen(lead.id)} />
            </li>
          ))}
          {!leads && skeletonCards.map((card) => <SkeletonCard key={card} />)}
        </ul>
      </div>
    </>
  )
}

const LeadCard = ({ lead, onOpen }: { lead: Lead; onOpen: () => void }) => (
  <UnstyledButton className={styles.card} onClick={onOpen} data-row={lead.id}>
    <span className={styles.name} dir="auto">
      {leadName(lead) || absent}
    </span>{' '}
    <span className={styles.status}>
      <StatusMark {...statusDisplay(lead.status)} />
    </span>{' '}
    <span className={styles.company} dir="auto">
      {lead.company || absent}
    </span>{' '}
    <span className={styles.time}>
      <Instant at={lead.createdAt} />
    </span>
    {lead.repeats && <span className={styles.repeats}>{repeatsText(lead)}</span>}
  </UnstyledButton>
)

const SkeletonCard = () => (
  <li className={styles.card}>
    <Skeleton height={14} width={140} my={5} />
    <Skeleton height={12} width={60} my={6} />
    <Skeleton height={12} width={110} my={5} />
    <Skeleton height={12} width={80} my={5} />
  </li>
)
