import type { MessageTarget, NotificationRule, NotificationRuleInput, Volume } from '@app/api-client'
import { optionsOf, volumeLabels } from '@app/labels'
import { formatCount, volumeBands } from '@app/pricing'

const piecesText = (volume: Volume) => `${formatCount(volumeBands[volume].min)} pieces a month`

/** The volume bands a rule can start from: all but the first, which includes every lead that has a volume. */
export const ruleVolumes = optionsOf(volumeLabels)
  .filter(({ value }) => volumeBands[value].min > 0)
  .map(({ value }) => ({ value, label: piecesText(value) }))

/** The condition of a rule, as the beginning of a sentence. */
function eventText({ event, condition, volume }: NotificationRule): string {
  if (event === 'digest') {
    return condition === 'mine' ? 'Every morning, a digest of your own leads' : 'Every morning, a digest of all leads'
  }
  if (event === 'sample_request') return 'A sample request arrives'
  if (condition === 'mine') return 'A lead is assigned to you'
  return condition === 'volume' && volume ? `A lead arrives with ${piecesText(volume)} or more` : 'A lead arrives'
}

function channelText({ channel, targetId }: NotificationRule, targets: readonly MessageTarget[]): string {
  if (channel === 'inbox') return 'inbox'
  if (channel === 'mail') return 'email'
  return targets.find(({ id }) => id === targetId)?.name ?? 'Slack or webhook'
}

/** The rule in words. */
export const ruleText = (rule: NotificationRule, targets: readonly MessageTarget[]): string =>
  `${eventText(rule)} → ${channelText(rule, targets)}`

export type RuleForm = {
  event: NotificationRuleInput['event']
  condition: NotificationRuleInput['condition']
  volume: Volume
  /** `inbox`, `mail`, or the id of a target. */
  way: string
  isForAll: boolean
}

export const emptyRule: RuleForm = {
  event: 'lead',
  condition: 'all',
  volume: '5000-25000',
  way: 'inbox',
  isForAll: false,
}

export const events = [
  { value: 'lead', label: 'A lead arrives' },
  { value: 'sample_request', label: 'A sample request arrives' },
  { value: 'digest', label: 'Every morning: a digest' },
] as const

/** The valid conditions for an event and a channel. */
export function conditionsFor({ event, way }: RuleForm): { value: RuleForm['condition']; label: string }[] {
  const toPerson = way === 'inbox' || way === 'mail'
  return [
    { value: 'all', label: event === 'sample_request' ? 'All requests' : 'All leads' },
    ...(event !== 'sample_request' && toPerson ? [{ value: 'mine' as const, label: 'Leads assigned to you' }] : []),
    ...(event === 'lead' ? [{ value: 'volume' as const, label: 'Leads over a volume' }] : []),
  ]
}

/** The valid channels for an event. Only owners have targets, which notify everybody. */
export const waysFor = ({ event }: RuleForm, targets: readonly MessageTarget[], canMail: boolean) => [
  ...(event === 'digest' ? [] : [{ value: 'inbox', label: 'In-app inbox', disabled: false }]),
  { value: 'mail', label: canMail ? 'Email' : 'Email (no email server is set up)', disabled: !canMail },
  ...targets.map(({ id, name }) => ({ value: id, label: name, disabled: false })),
]

/** The form after a change, with invalid combinations reset. */
export function settled(form: RuleForm, targets: readonly MessageTarget[], canMail: boolean): RuleForm {
  const ways = waysFor(form, targets, canMail).filter(({ disabled }) => !disabled)
  const way = ways.some(({ value }) => value === form.way) ? form.way : (ways[0]?.value ?? form.way)
  const isTarget = way !== 'inbox' && way !== 'mail'
  const next = { ...form, way, isForAll: isTarget || form.isForAll }
  return conditionsFor(next).some(({ value }) => value === form.condition) ? next : { ...next, condition: 'all' }
}

export const toRuleInput = ({ event, condition, volume, way, isForAll }: RuleForm): NotificationRuleInput => ({
  event,
  condition,
  isForAll,
  ...(condition === 'volume' && { volume }),
  ...(way === 'inbox' || way === 'mail' ? { channel: way } : { channel: 'target', targetId: way }),
})
