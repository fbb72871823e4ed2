import type { Lead } from '@app/api-client'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { fullName } from '../people/full-name.ts'
import { Instant } from '../components/Instant.tsx'
import { SelectBox } from '../list/SelectBox.tsx'
import { EmptyLeads } from './EmptyLeads.tsx'
import styles from './LeadCards.module.css'
import { duplicatesText, stageDisplay, statusDisplay, StatusMark } from './lead-display.tsx'
import { LeadOrderSelect } from './LeadOrderSelect.tsx'
import type { LeadListProps } from './LeadTable.tsx'
import { NextStep } from './NextStep.tsx'
import { OwnerName } from './OwnerName.tsx'
import { type RowFacts, useRowFacts } from './row-facts.ts'

const skeletonCards = [1, 2, 3, 4, 5, 6]

/** The list on a phone, which is too narrow for a table. Each card identifies a lead and opens it. */
export function LeadCards({ url, label, leads, list, columns, selection, isFiltered }: LeadListProps) {
  const known = useRowFacts(columns)
  return (
    <>
      {/* If there are bulk actions, the select is next to them. */}
      {!selection && (
        <div className={styles.order}>
          <LeadOrderSelect columns={columns} url={url} />
        </div>
      )}
      <div ref={list?.ref} role="group" aria-label={label} tabIndex={-1} aria-busy={!leads || list?.['aria-busy']}>
        {leads?.length === 0 && <EmptyLeads isFiltered={isFiltered} />}
        <ul className={styles.cards}>
          {leads?.map((lead) => (
            <li key={lead.id} className={styles.item} data-selected={selection?.has(lead.id) || undefined}>
              {selection && (
                <SelectBox
                  label={`Select ${fullName(lead) || lead.email}`}
                  isSelected={selection.has(lead.id)}
                  onSelect={(selected, isRange) => selection.select(lead.id, selected, isRange)}
                />
              )}
              <LeadCard
                lead={lead}
                known={known}
                hasWork={columns.includes('Stage')}
                onOpen={() => url.set({ lead: lead.id })}
              />
            </li>
          ))}
          {!leads && skeletonCards.map((card) => <SkeletonCard key={card} />)}
        </ul>
      </div>
    </>
  )
}

type CardProps = { lead: Lead; known: RowFacts; hasWork: boolean; onOpen: () => void }

const LeadCard = ({ lead, known, hasWork, onOpen }: CardProps) => (
  <UnstyledButton className={styles.card} onClick={onOpen} data-row={lead.id}>
    <span className={fullName(lead) ? styles.name : styles.onlyEmail} dir="auto">
      {fullName(lead) || lead.email}
    </span>{' '}
    <span className={styles.status}>
      <StatusMark {...(hasWork ? stageDisplay(lead.stage) : statusDisplay(lead.status))} />
    </span>{' '}
    <span className={lead.company ? styles.company : styles.email} dir="auto">
      {lead.company || (fullName(lead) && lead.email)}
    </span>{' '}
    <span className={styles.time}>
      <Instant at={lead.createdAt} />
    </span>
    {hasWork && (lead.ownerId || lead.nextStep || lead.nextStepOn) && (
      <span className={styles.work}>
        {lead.ownerId && <OwnerName id={lead.ownerId} owners={known.owners} />}
        {(lead.nextStep || lead.nextStepOn) && <NextStep lead={lead} today={known.today} />}
      </span>
    )}
    {lead.duplicateBy && <span className={styles.duplicates}>{duplicatesText(lead)}</span>}
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
