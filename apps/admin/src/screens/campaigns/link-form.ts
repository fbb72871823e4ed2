import { type CampaignLinkInput, campaignTargetPattern } from '@app/api-client'
import { valuesFrom } from '../../edit/record-edit.ts'
import { optionalLine, requiredLine, trimmed } from '../../components/text-rules.ts'

export type LinkForm = { target: string; label: string; campaign: string; piece: string; isEnded: boolean }

export const linkForm = valuesFrom<LinkForm>({ target: '/', label: '', campaign: '', piece: '', isEnded: false })

export const toLinkInput = (form: LinkForm): CampaignLinkInput => ({
  ...trimmed(form),
  piece: form.piece.trim() || null,
})

export const linkRules = {
  label: requiredLine('Name is required'),
  campaign: requiredLine('Campaign is required'),
  piece: optionalLine,
  target: (value: string) =>
    campaignTargetPattern.test(value.trim())
      ? null
      : 'A page on the site, like /print/postcards, or a URL that starts with https://',
}

export const linkLabels: Record<keyof LinkForm, string> = {
  target: 'Destination',
  label: 'Name',
  campaign: 'Campaign',
  piece: 'Printed on',
  isEnded: 'Ended',
}

export function valueText(field: string, value: string): string {
  if (field === 'isEnded') return value === 'true' ? 'yes' : 'no'
  return value ? `“${value}”` : 'empty'
}
