import { type ChangedRecords, type Lead, type LeadPatch, updateLeadsSpam, updateLeads } from '@app/api-client'
import type { FormRulesRecord } from '@mantine/form'
import { countText } from '../../components/format.ts'
import type { FormValues } from '../../edit/merge-edits.ts'
import { unchangedText } from '../../edit/undo-change.ts'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { ofSelection } from '../../session/drafts.ts'

type Leads = readonly Lead[]

const failed = 'Failed to change leads'
const recordsOf = (leads: Leads) => leads.map(({ id }) => ({ id }))

interface LeadsEdit<Values> {
  leads: Leads
  /** "stage" */
  what: string
  valuesOf: () => Values
  rules?: FormRulesRecord<Values>
  patchOf: (values: Values) => LeadPatch
  /** Describes the change, after the number of leads: "assigned to Rosa Example". */
  done: (values: Values) => string
  onClose: () => void
}

/** A form that changes several leads in one request, which is all or nothing. */
export const useLeadsEdit = <Values extends FormValues>({ leads, what, patchOf, done, ...edit }: LeadsEdit<Values>) =>
  useRecordEdit({
    ...edit,
    what: `${ofSelection} ${what} of`,
    record: { id: leads.map(({ id }) => id).join() },
    kind: 'leads',
    send: (values) => updateLeads({ records: recordsOf(leads), patch: patchOf(values) }),
    update: {
      saved: ({ changed }: ChangedRecords, values) => `${countText(changed, 'lead')} ${done(values)}`,
      undone: ({ changed }) => `${countText(changed, 'lead')} restored`,
      failed,
    },
    refusal: unchangedText,
  })

/** Marks leads as spam, which removes them from every list and figure. */
export const useLeadsSpam = () =>
  useWrite({
    kind: 'leads',
    send: (leads: Leads) => updateLeadsSpam({ records: recordsOf(leads), patch: { isSpam: true } }),
    saved: (_nothing, { length }) => `${countText(length, 'lead')} marked as spam`,
    undone: (_nothing, { length }) => `${countText(length, 'lead')} removed from spam`,
    failed,
  })
