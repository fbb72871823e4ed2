import {
  type ChangedRecords,
  type Lead,
  type LeadOwner,
  type LeadPatch,
  type LeadStage,
  type NullableLostReason,
  updateLeads,
  useListLeadOwners,
} from '@app/api-client'
import type { FormRulesRecord } from '@mantine/form'
import { useState } from 'react'
import { Modal, NativeSelect, Skeleton } from '@mantine/core'
import { leadStageLabels, optionsOf } from '@app/labels'
import { ErrorNotice } from '../../components/Notices.tsx'
import { countText } from '../../components/format.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import type { FormValues } from '../../edit/merge-edits.ts'
import { unchangedText } from '../../edit/undo-change.ts'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { useOwnerOptions } from '../../leads/use-owner-options.ts'
import { ofSelection } from '../../session/drafts.ts'
import { useStaff } from '../../session/use-staff.ts'
import { LostFields, lostReasonRule } from '../../leads/LostFields.tsx'

type Question = { name: 'assign' | 'stage'; leads: readonly Lead[] }

/** Opens the dialogs that assign leads or change their stage. */
export function useLeadDialogs() {
  const [question, setQuestion] = useState<Question>()
  const close = () => setQuestion(undefined)
  const Dialog = question?.name === 'assign' ? AssignDialog : StageDialog
  return {
    ask: (name: Question['name'], leads: readonly Lead[]) => leads.length > 0 && setQuestion({ name, leads }),
    dialog: question && <Dialog leads={question.leads} onClose={close} />,
  }
}

interface LeadsEdit<Values> {
  leads: readonly Lead[]
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
const useLeadsEdit = <Values extends FormValues>({ leads, what, patchOf, done, ...edit }: LeadsEdit<Values>) =>
  useRecordEdit({
    ...edit,
    what: `${ofSelection} ${what} of`,
    record: { id: leads.map(({ id }) => id).join() },
    kind: 'leads',
    send: (values) => updateLeads({ records: leads.map(({ id }) => ({ id })), patch: patchOf(values) }),
    update: {
      saved: ({ changed }: ChangedRecords, values) => `${countText(changed, 'lead')} ${done(values)}`,
      undone: ({ changed }) => `${countText(changed, 'lead')} restored`,
      failed: 'Failed to change leads',
    },
    refusal: unchangedText,
  })

type Props = { leads: readonly Lead[]; onClose: () => void }

const titleOf = (leads: readonly Lead[]) => `Assign ${countText(leads.length, 'lead')}`

/** Assigns leads to an account, once the possible owners have loaded. */
function AssignDialog({ leads, onClose }: Props) {
  const owners = useListLeadOwners()
  if (owners.data) return <AssignForm owners={owners.data.data} leads={leads} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={titleOf(leads)} size="md">
      {owners.isError ? (
        <ErrorNotice title="The accounts could not be loaded" query={owners} />
      ) : (
        <Skeleton height={60} radius="md" role="status" aria-label="Loading" />
      )}
    </Modal>
  )
}

function AssignForm({ owners, leads, onClose }: Props & { owners: readonly LeadOwner[] }) {
  const me = useStaff()?.id
  const { form, dialog } = useLeadsEdit({
    leads,
    what: 'owner',
    // Users mostly assign leads to themselves.
    valuesOf: () => ({ ownerId: owners.find(({ id }) => id === me)?.id ?? '' }),
    patchOf: ({ ownerId }) => ({ ownerId: ownerId || null }),
    done({ ownerId }) {
      const owner = owners.find(({ id }) => id === ownerId)
      return owner ? `assigned to ${owner.name}` : 'unassigned'
    },
    onClose,
  })
  return (
    <FormDialog title={titleOf(leads)} size="md" action="Assign" {...dialog}>
      <NativeSelect label="Owner" data={useOwnerOptions()} data-autofocus {...form.getInputProps('ownerId')} />
    </FormDialog>
  )
}

/** The reason is empty until one is chosen. */
type StageForm = { stage: LeadStage; lostReason: NonNullable<NullableLostReason> | ''; lostNote: string }

const stages = optionsOf(leadStageLabels)
const rules = { lostReason: lostReasonRule }

function StageDialog({ leads, onClose }: Props) {
  const { form, dialog } = useLeadsEdit({
    leads,
    what: 'stage',
    valuesOf: (): StageForm => ({ stage: commonStage(leads), lostReason: '', lostNote: '' }),
    rules,
    patchOf: ({ stage, lostReason, lostNote }) =>
      stage === 'lost' ? { stage, lostReason: lostReason || null, lostNote: lostNote.trim() || null } : { stage },
    done: ({ stage }) => `moved to ${leadStageLabels[stage]}`,
    onClose,
  })
  return (
    <FormDialog title={`Stage of ${countText(leads.length, 'lead')}`} size="md" {...dialog}>
      <NativeSelect label="Stage" data={stages} data-autofocus {...form.getInputProps('stage')} />
      {form.values.stage === 'lost' && <LostFields getInputProps={form.getInputProps} />}
    </FormDialog>
  )
}

/** The stage that all leads share, otherwise `contacted`. */
function commonStage(leads: readonly Lead[]): LeadStage {
  const [first, ...others] = leads.map(({ stage }) => stage ?? 'new')
  return first && others.every((stage) => stage === first) ? first : 'contacted'
}
