import type { LeadPatch, LeadColumn, LeadImportField, LeadInput } from '@app/contract'
import type { Field } from './fields.ts'
import { industryLabels, leadStageLabels, lostReasonLabels, volumeLabels } from './labels.ts'

/** The members of the lead form, except the honeypot and the visit, which has its own reports. */
export type LeadFormField = Exclude<keyof LeadInput, 'website' | 'touches'>
/** The members that staff edit. */
export type LeadPipelineField = keyof LeadPatch
export type LeadField = LeadFormField | LeadPipelineField

/** A column of the staff app's tables of leads. */
export type LeadTableColumn =
  | 'Contact'
  | 'Email'
  | 'Company'
  | 'Stage'
  | 'Owner'
  | 'Next step'
  | 'Due'
  | 'Industry'
  | 'Volume'
  | 'Date'
  | 'Status'

interface LeadUses<Name> extends Field {
  csv: LeadColumn | false
  /** The table column that shows the field. The export omits the field if staff hide the column. */
  column: LeadTableColumn | false
  /** True if imported files can include the field. A string is its label there. */
  import: Name extends LeadImportField ? true | string : false
  /** The field's name in reply templates: `{{company}}`. */
  mergeField: string | false
}

/** Fields for staff only. */
const internal = { isSearched: false, import: false, crmNote: false, notified: false, mergeField: false } as const

/** Fields that have their own fields in the CRM. */
const contact = { isSearched: true, import: true, crmNote: false, notified: true } as const
const noted = { isSearched: false, import: true, crmNote: true, notified: true } as const

/** The fields that the lead form submits. Lists show them in this order. */
export const leadFormFields = {
  firstName: { label: 'First name', csv: 'firstName', column: false, mergeField: 'firstName', ...contact },
  lastName: { label: 'Last name', csv: 'lastName', column: false, mergeField: 'lastName', ...contact },
  email: { label: 'Email', csv: 'email', column: 'Email', mergeField: 'email', ...contact },
  phone: { ...contact, label: 'Phone', csv: 'phone', column: false, mergeField: 'phone', isSearched: 'digits' },
  company: { label: 'Company', csv: 'company', column: 'Company', mergeField: 'company', ...contact },
  message: { label: 'Message', csv: 'message', column: false, mergeField: false, ...noted },
  industry: {
    label: 'Industry',
    values: industryLabels,
    csv: 'industry',
    column: 'Industry',
    mergeField: false,
    ...noted,
  },
  volume: {
    ...noted,
    label: 'Volume',
    values: volumeLabels,
    unit: 'pieces a month',
    csv: 'volume',
    column: 'Volume',
    crmNote: 'Pieces a month',
    mergeField: 'volume',
  },
  source: {
    label: 'Page',
    isSearched: false,
    csv: 'source',
    column: false,
    import: 'Source',
    crmNote: true,
    notified: true,
    mergeField: 'page',
  },
  leadSource: {
    label: 'Lead source',
    isSearched: false,
    csv: false,
    column: false,
    import: false,
    crmNote: true,
    notified: false,
    mergeField: false,
  },
} as const satisfies { [Name in LeadFormField]: LeadUses<Name> }

/** The fields that staff edit. */
export const leadPipelineFields = {
  ownerId: { label: 'Owner', csv: 'owner', column: 'Owner', ...internal },
  stage: { label: 'Stage', values: leadStageLabels, csv: 'stage', column: 'Stage', ...internal },
  lostReason: { label: 'Reason lost', values: lostReasonLabels, csv: 'lostReason', column: 'Stage', ...internal },
  lostNote: { label: 'Loss note', csv: 'lostNote', column: 'Stage', ...internal },
  wonValue: { label: 'Value', csv: 'wonValue', column: 'Stage', ...internal },
  nextStep: { label: 'Next step', csv: 'nextStep', column: 'Next step', ...internal },
  nextStepOn: { label: 'Due', csv: 'nextStepOn', column: 'Due', ...internal },
} as const satisfies { [Name in LeadPipelineField]: LeadUses<Name> }

export const leadFields = { ...leadFormFields, ...leadPipelineFields }

/** The columns of the exported file that hold fields. */
export type LeadFieldColumn = Exclude<(typeof leadFields)[LeadField]['csv'], false>

/** A field as a plain `Field`, for code that treats all fields alike. */
export const leadField = (name: LeadField): Field => leadFields[name]
