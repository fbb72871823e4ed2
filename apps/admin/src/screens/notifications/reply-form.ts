import { valuesFrom } from '../../edit/record-edit.ts'
import { requiredLine } from '../../components/text-rules.ts'

export const replyForm = valuesFrom({ name: '', subject: '', body: '' })

export const replyRules = {
  name: requiredLine('Name is required'),
  subject: requiredLine('Subject is required'),
  body: (value: string) => (value.trim() ? null : 'Text is required'),
}

export const replyLabels: Record<keyof ReturnType<typeof replyForm>, string> = {
  name: 'Name',
  subject: 'Subject',
  body: 'Text',
}
