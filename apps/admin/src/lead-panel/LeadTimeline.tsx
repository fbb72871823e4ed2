import {
  getListLeadTimelineQueryKey,
  type LeadDetail,
  type LeadOwner,
  listLeadTimeline,
  nextCursor,
  type TimelineEntry,
} from '@app/api-client'
import { labelOf, sampleTypeLabels } from '@app/labels'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ErrorNotice } from '../components/Notices.tsx'
import { Instant } from '../components/Instant.tsx'
import { routes } from '../urls/routes.ts'
import { useOwners } from '../leads/OwnerName.tsx'
import { Visit } from '../leads/Visit.tsx'
import styles from './LeadPipeline.module.css'
import { workFieldText, workValueText } from './work-form.ts'

/** The history of a lead and of leads merged into it, newest first. */
export function LeadTimeline({ lead: { id: leadId, email } }: { lead: Pick<LeadDetail, 'id' | 'email'> }) {
  const owners = useOwners()
  const timeline = useInfiniteQuery(timelinePages(leadId))
  const entries = timeline.data?.pages.flatMap(({ data }) => data)
  return (
    <section aria-labelledby="timeline">
      <h3 id="timeline" className={styles.subtitle}>
        Timeline
      </h3>
      {timeline.isError && (
        <ErrorNotice
          title="The timeline could not be loaded"
          query={{ ...timeline, refetch: entries ? timeline.fetchNextPage : timeline.refetch }}
        />
      )}
      {timeline.isPending && <Skeleton height={140} radius="md" role="status" aria-label="Loading" />}
      <ol className={styles.history}>
        {entries?.map((entry) => (
          <li key={entry.id} data-tone={tones[entry.kind]}>
            {texts[entry.kind](entry, { owners, email })}
            <span className={styles.when}>
              {entry.by && (
                <>
                  <bdi>{entry.by}</bdi>,{' '}
                </>
              )}
              <Instant at={entry.at} />
              {entry.leadId !== leadId && ', on the lead that was merged into this one'}
            </span>
          </li>
        ))}
      </ol>
      {timeline.hasNextPage && !timeline.isError && (
        <Button
          variant="default"
          size="compact-sm"
          loading={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          Show earlier entries
        </Button>
      )}
    </section>
  )
}

type Kind = TimelineEntry['kind']

const tones: Partial<Record<Kind, 'failed' | 'done' | 'waiting'>> = { crm_failed: 'failed', crm_synced: 'done' }

/** The context needed for the text of an entry. */
interface Context {
  owners: readonly LeadOwner[]
  /** The lead's email, which finds its sample requests. */
  email: string
}

/** True if the entry belongs to the merged lead, not to the lead it was merged into. */
const isAway = ({ changes = [] }: TimelineEntry): boolean => changes.some(({ field }) => field === 'mergedInto')

/** The text before the changed fields. Undoing or redoing a merge changes `mergedInto`. */
function changedText({ changes = [] }: TimelineEntry): string | undefined {
  if (changes.length === 0) return 'Updated'
  const away = changes.find(({ field }) => field === 'mergedInto')
  return away && (away.after ? 'Merged into another lead' : 'Unmerged')
}

function withChanges(textOf: (entry: TimelineEntry) => string | undefined) {
  return (entry: TimelineEntry, { owners }: Context) => (
    <>
      {textOf(entry)}
      <Changes entry={entry} owners={owners} />
    </>
  )
}

const Named = ({ label, text }: { label: string; text: string | undefined }) => (
  <>
    {label}
    {text && ': '}
    <bdi>{text}</bdi>
  </>
)

const texts: Readonly<Record<Kind, (entry: TimelineEntry, context: Context) => ReactNode>> = {
  arrived: ({ text, touches }) => (
    <>
      <Named label="Requested a demo" text={text} />
      {touches && (
        <>
          , source: <Visit touch={touches.last} />
        </>
      )}
    </>
  ),
  import: ({ text }) => <Named label="Imported from a file" text={text} />,
  note: ({ text = '' }, { owners }) => (
    <span className={styles.note} dir="auto">
      <NoteText text={text} owners={owners} />
    </span>
  ),
  change: withChanges(changedText),
  merge: withChanges((entry) => (isAway(entry) ? 'Merged into another lead' : 'Another lead was merged into this one')),
  unmerge: withChanges((entry) => (isAway(entry) ? 'Unmerged' : 'A lead was unmerged')),
  sample: ({ text = '' }, { email }) => (
    <>
      Requested samples:{' '}
      <Link to={`${routes.samples.path}?tab=requests&q=${encodeURIComponent(email)}`}>
        {labelOf(sampleTypeLabels, text)}
      </Link>
    </>
  ),
  crm_failed: ({ text }) => (
    <>
      CRM sync failed
      {text && <span className={styles.when}>{text}</span>}
    </>
  ),
  crm_synced: () => 'Synced to the CRM',
  mail_out: ({ subject, text, mailStatus = 'sent' }) => (
    <>
      <Named label={mailTexts[mailStatus]} text={subject} />
      {text && (
        <span className={styles.note} dir="auto">
          {text}
        </span>
      )}
    </>
  ),
}

const mailTexts: Readonly<Record<NonNullable<TimelineEntry['mailStatus']>, string>> = {
  waiting: 'An email is waiting to be sent',
  sent: 'Email sent',
  failed: 'An email could not be sent',
  canceled: 'An email was not sent',
}

function Changes({ entry: { changes = [] }, owners }: { entry: TimelineEntry; owners: readonly LeadOwner[] }) {
  const shown = changes.filter(({ field }) => field !== 'mergedInto')
  if (shown.length === 0) return null
  return (
    <span className={styles.changes}>
      {shown.map(({ field, before, after }) => (
        <span key={field}>
          {workFieldText(field)}:{' '}
          {(before || field === 'ownerId') && (
            <>
              <bdi>{workValueText(owners, field, before)}</bdi> <span aria-hidden>→</span>
              <VisuallyHidden> to</VisuallyHidden>{' '}
            </>
          )}
          <bdi>{workValueText(owners, field, after)}</bdi>
        </span>
      ))}
    </span>
  )
}

/** A note with the mentioned names in bold. */
function NoteText({ text, owners }: { text: string; owners: readonly LeadOwner[] }) {
  const names = owners.map(({ name }) => `@${name}`).filter((name) => text.includes(name))
  const parts = names.reduce<string[]>(
    (split, name) => split.flatMap((part) => (names.includes(part) ? [part] : between(part, name))),
    [text],
  )
  return parts.map((part, index) => (
    // The parts of a text never move.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{names.includes(part) ? <strong>{part}</strong> : part}</Fragment>
  ))
}

const between = (text: string, name: string): string[] =>
  text.split(name).flatMap((part, index) => (index === 0 ? [part] : [name, part]))

const pageSize = 20

/** The timeline of a lead, page by page. */
export const timelinePages = (leadId: string) =>
  infiniteQueryOptions({
    queryKey: [...getListLeadTimelineQueryKey(leadId), 'pages'],
    queryFn: ({ pageParam }) => listLeadTimeline(leadId, { limit: pageSize, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ headers }) => nextCursor(headers),
  })
