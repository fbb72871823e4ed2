import type { NotificationRuleInput } from '@app/api-client'

type Volume = NonNullable<NotificationRuleInput['volume']>

/** Bands of monthly volume that a rule can begin at. */
export const ruleVolumes: readonly Volume[] = ['1000-5000', '5000-25000', '25000-100000', 'over-100000']

/** The least number of pieces a month in each band. */
export const volumeLabels: Record<Volume, string> = {
  '1000-5000': '1,000',
  '5000-25000': '5,000',
  '25000-100000': '25,000',
  'over-100000': '100,000',
}
