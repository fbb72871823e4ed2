import type { Message, MessageStatus } from '@app/api-client'

export const statuses: readonly MessageStatus[] = ['waiting', 'sent', 'failed', 'canceled']

const texts: Record<MessageStatus, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
}
export const statusText = (status: MessageStatus): string => texts[status]

const colors: Record<MessageStatus, string> = { waiting: 'gold', sent: 'teal', failed: 'red', canceled: 'gray' }
export const statusColor = (status: MessageStatus): string => colors[status]

const channels: Record<Message['channel'], string> = { mail: 'Email', slack: 'Slack', webhook: 'Webhook' }
export const channelText = (channel: Message['channel']): string => channels[channel]

/** Follows the API's rule that nobody gets an email twice. */
export const canReplay = ({ status, channel, kind }: Message): boolean =>
  status === 'failed' || (status === 'canceled' && kind !== 'samples_sent') || (status === 'sent' && channel !== 'mail')
