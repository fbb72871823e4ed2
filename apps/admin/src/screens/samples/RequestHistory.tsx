import { type MessageStatus, type SampleRequestHistoryEntry, useListSampleRequestHistory } from '@app/api-client'
import { labelOf } from '@app/labels'
import { Loaded } from '../../components/Loaded.tsx'
import { Instant } from '../../components/Instant.tsx'
import styles from './RequestHistory.module.css'
import { requestLabels, valueText } from './request-form.ts'

const mailTexts: Record<MessageStatus, string> = {
  waiting: 'Email to the requester: will be sent in a minute',
  sent: 'Email to the requester: sent',
  failed: 'Email to the requester: failed',
  canceled: 'Email to the requester: canceled',
}

const mailText = (status: MessageStatus = 'waiting', error?: string) =>
  [mailTexts[status], error].filter(Boolean).join('. ')

/** The changes to a request and the emails about it, newest first. */
export function RequestHistory({ id }: { id: string }) {
  const history = useListSampleRequestHistory(id)
  return (
    <section aria-labelledby="request-history">
      <h3 id="request-history" className={styles.title}>
        History
      </h3>
      <Loaded query={history} failure="The history could not be loaded" height={60}>
        {(entries) => (
          <ol className={styles.entries}>
            {entries.length === 0 && <li className={styles.when}>No changes yet.</li>}
            {entries.map((entry) => (
              <Entry key={`${entry.kind} ${entry.version ?? entry.at}`} entry={entry} />
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  )
}

const Entry = ({ entry: { kind, changes, by, at, mailStatus, mailError } }: { entry: SampleRequestHistoryEntry }) => (
  <li>
    {kind === 'undo' && 'Undone: '}
    {kind === 'mail' && mailText(mailStatus, mailError)}
    {changes.map(({ field, after }) => `${labelOf(requestLabels, field)}: ${valueText(field, after)}`).join(', ')}
    <span className={styles.when}>
      <bdi>{by}</bdi>, <Instant at={at} />
    </span>
  </li>
)
