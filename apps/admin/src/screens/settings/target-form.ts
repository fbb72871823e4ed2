import type { MessageTargetInput } from '@app/api-client'
import { valuesFrom } from '../../edit/record-edit.ts'
import { requiredLine } from '../../components/text-rules.ts'

export type TargetForm = { name: string; kind: MessageTargetInput['kind']; url: string; isActive: boolean }

export const targetForm = valuesFrom<TargetForm>({ name: '', kind: 'slack', url: '', isActive: true })

export const targetKinds = [
  { value: 'slack', label: 'Slack-compatible webhook' },
  { value: 'webhook', label: 'Signed webhook' },
]

export const targetRules = {
  name: requiredLine('Name is required'),
  url: (value: string) =>
    /^https?:\/\/[!-~]+$/.test(value.trim()) && URL.canParse(value.trim())
      ? null
      : 'Enter a URL that starts with https://',
}

export const targetLabels: Record<keyof TargetForm, string> = {
  name: 'Name',
  kind: 'Kind',
  url: 'URL',
  isActive: 'On',
}

export const valueText = (field: string, value: string): string =>
  field === 'isActive' ? (value === 'true' ? 'yes' : 'no') : value
