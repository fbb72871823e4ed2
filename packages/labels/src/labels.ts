import type {
  FirstReply,
  Industry,
  LeadStage,
  LostReason,
  PrintRunStatus,
  SampleType,
  SyncStatus,
  Volume,
} from '@app/contract'

// The labels of the contract's values, for screens, emails, and messages. Each record is typed by the contract's union,
// so a value without a label, or a label without a value, does not compile. Lists offer the values in this order.

export const industryLabels: Readonly<Record<Industry, string>> = {
  automotive: 'Automotive',
  health: 'Health & Wellness',
  'home-services': 'Home Services',
  mortgage: 'Mortgage & Banking',
  retail: 'Retail & eCommerce',
  other: 'Other',
}

/** Pieces per month. No quantity is in two bands. */
export const volumeLabels: Readonly<Record<Volume, string>> = {
  'under-1000': 'Under 1,000',
  '1000-5000': '1,000–4,999',
  '5000-25000': '5,000–24,999',
  '25000-100000': '25,000–99,999',
  'over-100000': '100,000+',
}

export const sampleTypeLabels: Readonly<Record<SampleType, string>> = {
  postcards: 'Postcards',
  letters: 'Letters',
  both: 'Postcards and letters',
}

export const syncStatusLabels: Readonly<Record<SyncStatus, string>> = {
  synced: 'Synced',
  pending: 'Pending',
  failed: 'Failed',
  not_configured: 'Not configured',
}

/** The statuses that we assign to leads. The CRM adds its own, so the contract allows any status. */
export const leadStatusLabels = { new: 'New', synced: 'Synced', sync_failed: 'Sync Failed' } as const

/** The stages of a lead, in order. */
export const leadStageLabels: Readonly<Record<LeadStage, string>> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  won: 'Won',
  lost: 'Lost',
}

export const lostReasonLabels: Readonly<Record<LostReason, string>> = {
  price: 'Price',
  competitor: 'Chose a competitor',
  timing: 'Bad timing',
  budget: 'No budget',
  no_response: 'No response',
  not_a_fit: 'Not a fit',
  other: 'Other',
}

/** How long leads wait for their first reply. */
export const firstReplyLabels: Readonly<Record<FirstReply, string>> = {
  hour: 'Within an hour',
  day: 'Within a day',
  three_days: 'Within three days',
  later: 'After three days',
  none: 'No reply yet',
}

/** The statuses of a print run, in order. */
export const printRunStatusLabels: Readonly<Record<PrintRunStatus, string>> = {
  preparing: 'Preparing files',
  ready: 'Ready to print',
  printed: 'Printed',
  mailed: 'Mailed',
  canceled: 'Canceled',
}

/** The options of a select, in the order of the labels. */
export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>) {
  const options: { value: Value; label: string }[] = []
  for (const value in labels) options.push({ value, label: labels[value] })
  return options
}

/** Returns an unknown value unchanged, because a newer server may send one. */
export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string =>
  (Object.hasOwn(labels, value) ? labels[value] : undefined) ?? value
