import type { ReplyTemplate } from '@app/api-client'
import { requiredLine } from '../../components/text-rules.ts'

export type ReplyForm = { name: string; subject: string; body: string }

export const replyForm = (template?: ReplyTemplate): ReplyForm => ({
  name: template?.name ?? '',
  subject: template?.subject ?? '',
  body: template?.body ?? '',
})

export const replyRules = {
  name: requiredLine('Name is required'),
  subject: requiredLine('Subject is required'),
  body: (value: string) => (value.trim() ? null : 'Text is required'),
}

export const replyLabels: Record<keyof ReplyForm, string> = { name: 'Name', subject: 'Subject', body: 'Text' }
