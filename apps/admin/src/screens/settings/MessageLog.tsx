import { type Message, type MessageStatus, resendFailedMessages, resendMessage, useListMessages } from '@app/api-client'
import { fieldNames } from '@app/labels'
import { Badge, Button } from '@mantine/core'
import { countText } from '../../components/format.ts'
import { Stamp } from '../../components/Instant.tsx'
import { Section } from '../../components/Section.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { keepPage, pageOf, useUrlState, valueOf } from '../../list/use-url-state.ts'
import { RowButton } from '../../list/RowButton.tsx'
import { Row } from '../../list/Row.tsx'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'

const statuses: Record<MessageStatus, { label: string; color: string }> = {
  waiting: { label: 'Waiting', color: 'gold' },
  sent: { label: 'Sent', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
  canceled: { label: 'Canceled', color: 'gray' },
}
const channelLabels: Record<Message['channel'], string> = { mail: 'Email', slack: 'Slack', webhook: 'Webhook' }

const options = fieldNames(statuses).map((value) => ({ value, label: statuses[value].label }))

/** Sent, waiting, and failed messages. */
export function MessageLog() {
  const url = useUrlState()
  const status = valueOf(options, url.get('status'))
  const messages = useListMessages({ ...pageOf(url), ...(status && { status }) }, keepPage)
  const resendAll = useWrite({
    kind: 'messages',
    what: 'messages',
    send: () => resendFailedMessages(),
    saved: ({ requeued }) => `${countText(requeued, 'message')} will be resent`,
    failed: 'Failed to resend messages',
  })

  return (
    <Section title="Messages">
      <div className={toolbar.filters}>
        <FilterSelect name="status" label="Show" all="All messages" options={options} />
        <Button variant="default" loading={messages.isFetching} onClick={() => void messages.refetch()}>
          Refresh
        </Button>
        <Button variant="default" loading={resendAll.isPending} onClick={() => resendAll.start()}>
          Resend all failed
        </Button>
      </div>
      <PagedRows
        query={messages}
        label="Messages"
        empty={status ? 'No messages match' : 'No messages yet'}
        hint="Emails, Slack messages, and webhooks from the last 90 days are listed here."
      >
        {(message) => <Entry key={message.id} message={message} />}
      </PagedRows>
    </Section>
  )
}

function Entry({ message }: { message: Message }) {
  const { id, subject, recipient, channel, status, attempts, error, createdAt, by } = message
  const resend = useWrite({
    kind: 'messages',
    what: 'message',
    send: () => resendMessage(id),
    saved: ({ requeued }) => (requeued > 0 ? 'The message will be resent' : 'The message was resent in the meantime'),
    failed: 'Failed to resend message',
  })
  return (
    <Row columns="1fr auto">
      <div>
        <div className={rows.line}>
          <Badge color={statuses[status].color}>{statuses[status].label}</Badge>
          <span dir="auto">{subject}</span>
        </div>
        <p className={rows.quiet}>
          {channelLabels[channel]} to <span dir="auto">{recipient}</span> · <Stamp text="" at={createdAt} by={by} />
        </p>
        {error && (
          <p className={rows.quiet}>
            {error} {attempts > 1 && `${attempts} attempts so far.`}{' '}
            {status === 'waiting' && 'It is retried automatically.'}
          </p>
        )}
      </div>
      {canResend(message) && (
        <RowButton
          text="Resend"
          label={`Resend: ${subject}, to ${recipient}`}
          loading={resend.isPending}
          onClick={() => resend.start()}
        />
      )}
    </Row>
  )
}

/** Follows the API's rule that the same email is not sent twice. */
const canResend = ({ status, channel, kind }: Message): boolean =>
  status === 'failed' || (status === 'canceled' && kind !== 'samples_sent') || (status === 'sent' && channel !== 'mail')
