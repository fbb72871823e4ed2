import {
  type LeadOwner,
  mergeLead,
  type RelatedLead,
  type RelatedRecords as Related,
  unmergeLead,
  useListRelatedRecords,
} from '@app/api-client'
import { labelOf, sampleTypeLabels } from '@app/labels'
import { Button, NativeSelect, Skeleton, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { fullName } from '../people/full-name.ts'
import { ErrorNotice } from '../components/Notices.tsx'
import { useClickGuard } from '../components/use-click-guard.ts'
import { absent } from '../components/format.ts'
import { Instant } from '../components/Instant.tsx'
import { routes } from '../urls/routes.ts'
import { sharedNames, stageDisplay, StatusMark } from '../leads/lead-display.tsx'
import { useOwners } from '../leads/OwnerName.tsx'
import { RowButton } from '../list/RowButton.tsx'
import styles from './LeadPipeline.module.css'
import { ConfirmWrite } from '../edit/ConfirmWrite.tsx'
import { useWrite } from '../edit/use-write.ts'

type Props = { leadId: string; canMerge: boolean; onOpen: (id: string) => void }

/** Leads and sample requests of the same person or company. Leads of the same person can be merged. */
export function RelatedRecords({ leadId, canMerge, onOpen }: Props) {
  const related = useListRelatedRecords(leadId)
  const owners = useOwners()
  const [asked, ask] = useState<RelatedLead>()
  const [areAllShown, setAllShown] = useState(false)
  if (related.isPending) return <Skeleton height={60} radius="md" mt="lg" role="status" aria-label="Loading" />
  const notice = <ErrorNotice title="Related records could not be loaded" query={related} />
  if (related.isLoadingError) return notice
  const { leads, sampleRequests } = related.data.data
  const count = leads.length + sampleRequests.length
  if (count === 0) return null
  // Leads of the same person come before others in the company.
  const sorted = leads.filter(isSamePerson).concat(leads.filter((lead) => !isSamePerson(lead)))
  const room = areAllShown ? count : fewRecords
  return (
    <section aria-labelledby="related">
      <h3 id="related" className={styles.subtitle}>
        Same person or company
      </h3>
      {notice}
      <ul className={styles.related}>
        {sorted.slice(0, room).map((lead) => (
          <li key={lead.id}>
            <RelatedFacts lead={lead} owners={owners} onOpen={onOpen} />
            {canMerge && <MergeButton lead={lead} onMerge={() => ask(lead)} />}
          </li>
        ))}
        {sampleRequests.slice(0, Math.max(0, room - leads.length)).map((request) => (
          <RelatedRequest key={request.id} request={request} />
        ))}
      </ul>
      {count > room && (
        <Button variant="default" size="compact-sm" onClick={() => setAllShown(true)}>
          Show all {count}
        </Button>
      )}
      {asked && <MergeQuestion leadId={leadId} other={asked} onClose={() => ask(undefined)} />}
    </section>
  )
}

/** Maximum number of records shown at first, because the notes and the timeline are below them. */
const fewRecords = 4

/** Leads that only share the company belong to other people. */
const isSamePerson = ({ reasons }: RelatedLead): boolean => reasons.some((reason) => reason !== 'company')

const reasonTexts: Readonly<Record<RelatedLead['reasons'][number], string>> = {
  ...sharedNames,
  company: 'company',
  merged: 'merged',
}

/** "Same email and phone number". */
const reasonsText = (reasons: RelatedLead['reasons']): string => {
  if (reasons.includes('merged')) return 'Merged into this lead'
  // The reason "name and company" includes the company.
  const shown = reasons.filter((reason) => reason !== 'company' || !reasons.includes('name'))
  return `Same ${new Intl.ListFormat('en-US').format(shown.map((reason) => reasonTexts[reason]))}`
}

type FactsProps = { lead: RelatedLead; owners: readonly LeadOwner[]; onOpen: (id: string) => void }

function RelatedFacts({ lead, owners, onOpen }: FactsProps) {
  const owner = owners.find(({ id }) => id === lead.ownerId)
  return (
    <div className={styles.record}>
      <UnstyledButton className={styles.open} onClick={() => onOpen(lead.id)}>
        <bdi>{fullName(lead) || absent}</bdi>
      </UnstyledButton>
      <span className={styles.quiet}>
        {reasonsText(lead.reasons)} · <bdi>{lead.company || lead.email}</bdi> · <Instant at={lead.createdAt} />
        {owner && (
          <>
            {' '}
            · <bdi>{owner.name}</bdi>
          </>
        )}
      </span>
      <StatusMark {...stageDisplay(lead.stage)} />
    </div>
  )
}

function RelatedRequest({ request }: { request: Related['sampleRequests'][number] }) {
  const address = `${routes.samples.path}?tab=requests&q=${encodeURIComponent(request.email)}`
  return (
    <li>
      <div className={styles.record}>
        <Link to={address}>
          Sample request from <bdi>{fullName(request)}</bdi>
        </Link>
        <span className={styles.quiet}>
          {reasonsText(request.reasons)} · {labelOf(sampleTypeLabels, request.sampleType)} ·{' '}
          <Instant at={request.createdAt} />
        </span>
        <StatusMark text={request.processed ? 'Processed' : 'Pending'} tone={request.processed ? 'done' : 'waiting'} />
      </div>
    </li>
  )
}

function MergeButton({ lead, onMerge }: { lead: RelatedLead; onMerge: () => void }) {
  const unmerge = useUnmerge()
  const isMerged = lead.reasons.includes('merged')
  const isGuarded = useClickGuard(isMerged)
  if (!isSamePerson(lead)) return null
  const name = fullName(lead) || lead.email
  return (
    <RowButton
      text={isMerged ? 'Undo merge' : 'Merge…'}
      loading={unmerge.isPending}
      disabled={isGuarded}
      label={isMerged ? `Undo merge of ${name}` : `Merge ${name} into this lead`}
      onClick={() => (isMerged ? unmerge.start(lead.id) : onMerge())}
    />
  )
}

type QuestionProps = { leadId: string; other: RelatedLead; onClose: () => void }

/** Lets the user choose which of two leads stays, and explains whose values win. */
function MergeQuestion({ leadId, other, onClose }: QuestionProps) {
  const [kept, keep] = useState(leadId)
  return (
    <ConfirmWrite
      title="Merge leads?"
      action="Merge"
      color="ink"
      kind="leads"
      what="lead"
      send={() => mergeLead(kept === leadId ? other.id : leadId, { into: kept })}
      saved="Leads merged"
      undone="Leads unmerged"
      failed="Failed to merge leads"
      onClose={onClose}
    >
      <NativeSelect
        label="Lead to keep"
        data={[
          { value: leadId, label: 'The lead that is open' },
          { value: other.id, label: fullName(other) || other.email },
        ]}
        value={kept}
        onChange={(event) => keep(event.currentTarget.value)}
      />
      <p>
        The lead you keep also gets the other one’s timeline. It keeps its own values and gets the other lead’s owner,
        stage, and next step only where it has none. You can undo the merge at any time.
      </p>
    </ConfirmWrite>
  )
}

/** Unmerges a lead, even after it or the other one has changed. */
export const useUnmerge = () =>
  useWrite({
    kind: 'leads',
    what: 'lead',
    send: unmergeLead,
    saved: 'Leads unmerged',
    failed: 'Failed to undo merge',
  })
