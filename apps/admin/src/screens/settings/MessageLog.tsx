import {
  getListMessagesQueryKey,
  type Message,
  useListMessages,
  useResendFailedMessages,
  useResendMessage,
} from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { showRefusal } from '../../components/show-refusal.ts'
import { showSaved } from '../../components/toasts.tsx'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import { Instant } from '../../components/Instant.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { keepPage, pageOf } from '../../list/paging.ts'
import { RowButton } from '../../list/RowButton.tsx'
import rows from '../../list/Rows.module.css'
import { useUrlState, valueOf } from '../../list/use-url-state.ts'
import { canReplay, channelText, statusColor, statuses, statusText } from './message-display.ts'
import styles from './MessagesTab.module.css'
import tab from './StaffTab.module.css'

const options = statuses.map((value) => ({ value, label: statusText(value) }))

/** Sent, waiting, and failed messages. */
export function MessageLog() {
  const url = useUrlState()
  const status = valueOf(options, url.get('status'))
  const messages = useListMessages({ ...pageOf(url), ...(status && { status }) }, keepPage)
  const queryClient = useQueryClient()
  const write = useOneAtATime()
  const reload = () => queryClient.invalidateQueries({ queryKey: getListMessagesQueryKey() })
  const replayAll = useResendFailedMessages({
    mutation: {
      onSuccess: ({ data: { requeued } }) =>
        showSaved(
          requeued === 1 ? '1 message will be resent' : `${requeued.toLocaleString('en-US')} messages will be resent`,
        ),
      onError: (error) => showRefusal(error, 'Failed to resend messages'),
      onSettled: reload,
    },
  })

  return (
    <>
      <h2 className={tab.heading}>Messages</h2>
      <div className={styles.bar}>
        <FilterSelect url={url} name="status" label="Show" all="All messages" options={options} />
        <Button variant="default" loading={messages.isFetching} onClick={() => void messages.refetch()}>
          Refresh
        </Button>
        <Button variant="default" loading={replayAll.isPending} onClick={() => write(() => replayAll.mutateAsync())}>
          Resend all failed
        </Button>
      </div>
      <PagedRows
        query={messages}
        url={url}
        label="Messages"
        failure="The messages could not be loaded"
        empty={status ? 'No messages match' : 'No messages yet'}
        hint="Emails, Slack messages and webhooks of the last 90 days are listed here."
      >
        {(message) => <Entry key={message.id} message={message} onReplayed={reload} />}
      </PagedRows>
    </>
  )
}

function Entry({ message, onReplayed }: { message: Message; onReplayed: () => unknown }) {
  const { id, subject, recipient, channel, status, attempts, error, createdAt, by } = message
  const write = useOneAtATime()
  const replay = useResendMessage({
    mutation: {
      onSuccess: ({ data }) => data.requeued > 0 && showSaved('The message will be resent'),
      onError: (failure) => showRefusal(failure, 'Failed to resend message'),
      onSettled: onReplayed,
    },
  })
  return (
    <li className={`${rows.row} ${styles.message}`}>
      <div>
        <div className={rows.line}>
          <Badge color={statusColor(status)}>{statusText(status)}</Badge>
          <span dir="auto">{subject}</span>
        </div>
        <p className={rows.quiet}>
          {channelText(channel)} to <span dir="auto">{recipient}</span> · <Instant at={createdAt} />
          {by && (
            <>
              {' · '}
              <span dir="auto">{by}</span>
            </>
          )}
        </p>
        {error && (
          <p className={rows.quiet}>
            {error} {attempts > 1 && `${attempts} attempts so far.`}{' '}
            {status === 'waiting' && 'It is retried automatically.'}
          </p>
        )}
      </div>
      {canReplay(message) && (
        <RowButton
          label={`Resend: ${subject}, to ${recipient}`}
          loading={replay.isPending}
          onClick={() => write(() => replay.mutateAsync({ id }))}
        >
          Resend
        </RowButton>
      )}
    </li>
  )
}
