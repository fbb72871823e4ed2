import type { Message, MessageStatus } from '@app/api-client'

export const statusLabels: Record<MessageStatus, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
}
export const statusColors: Record<MessageStatus, string> = {
  waiting: 'gold',
  sent: 'teal',
  failed: 'red',
  canceled: 'gray',
}
export const channelLabels: Record<Message['channel'], string> = { mail: 'Email', slack: 'Slack', webhook: 'Webhook' }

/** Follows the API's rule that nobody gets an email twice. */
export const canResend = ({ status, channel, kind }: Message): boolean =>
  status === 'failed' || (status === 'canceled' && kind !== 'samples_sent') || (status === 'sent' && channel !== 'mail')
