import { listSampleRequests, type SampleRequest, updateSampleRequest } from '@app/api-client'
import { sampleAddressFields, sampleFormFields } from '@app/labels'
import { Checkbox, Modal, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { fullName } from '../../people/full-name.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { readFrom, sendDiffering, useRecordEdit } from '../../edit/use-record-edit.tsx'
import { EraseDialog } from '../../people/EraseDialog.tsx'
import { PersonActions } from '../../people/PersonActions.tsx'
import { useIsOwner } from '../../session/use-staff.ts'
import { useFocusReturn } from '../../components/Dialog.tsx'
import { MailChoiceBox } from './MailChoiceBox.tsx'
import { putRequests } from '../../cache/request-cache.ts'
import { versionOf } from './request-display.ts'
import styles from './RequestDialog.module.css'
import { RequestFacts, StateWarning } from './RequestFacts.tsx'
import { RequestHistory } from './RequestHistory.tsx'
import {
  requestChange,
  type RequestForm,
  requestForm,
  requestInput,
  requestLabels,
  requestRules,
  valueText,
} from './request-form.ts'
import { SyncState } from './SyncState.tsx'
import { failed } from './use-request-marks.ts'

type Props = { request: SampleRequest; canEdit: boolean; onClose: () => void }

export function RequestDialog({ canEdit, ...props }: Props) {
  // An account that becomes a viewer keeps its unsaved text.
  const [wasEditor] = useState(canEdit)
  return canEdit || wasEditor ? <RequestEditor canEdit={canEdit} {...props} /> : <RequestReader {...props} />
}

const titleOf = (request: SampleRequest) => `Samples for ${fullName(request)}`

function RequestEditor({ request, canEdit, onClose }: Props) {
  const { form, dialog } = useRecordEdit<RequestForm, SampleRequest, SampleRequest>({
    what: 'sample request',
    kind: 'sample_requests',
    record: { ...request, version: versionOf(request) },
    valuesOf: (stored) => requestForm(stored ?? request),
    rules: requestRules,
    inputOf: requestInput,
    send: sendDiffering(requestChange, updateSampleRequest),
    read: readFrom(() => listSampleRequests({ ids: [request.id] })),
    update: { saved: 'Sample request updated successfully', failed },
    labels: requestLabels,
    valueText,
    show: (queryClient, saved) => putRequests(queryClient, [saved]),
    onClose,
  })
  const [isErasing, setErasing] = useState(false)
  const isOwner = useIsOwner()
  return (
    <>
      <FormDialog title={titleOf(request)} {...dialog} canSubmit={canEdit}>
        <RequestFacts request={request} hasAddress={false} />
        <TextInput
          label="Tracking number"
          description="Type it, or scan the barcode on the shipping label."
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('trackingNumber')}
        />
        <Checkbox
          label="Processed: samples have been sent"
          {...form.getInputProps('processed', { type: 'checkbox' })}
        />
        {form.getValues().processed && (
          <MailChoiceBox
            choice={form.getValues().mails}
            followsSetting={!request.processed}
            onChange={(mails) => form.setFieldValue('mails', mails)}
          />
        )}
        <AddressFields form={form} request={request} />
        <SyncState request={request} name={fullName(request)} canEdit={canEdit} />
        <RequestHistory id={request.id} />
        {isOwner && <PersonActions id={request.id} onErase={() => setErasing(true)} />}
      </FormDialog>
      {isErasing && <EraseDialog id={request.id} onClose={() => setErasing(false)} onErased={dialog.onClose} />}
    </>
  )
}

/** Corrects the address that labels and packing slips are printed with. */
const AddressFields = ({ form, request }: { form: UseFormReturnType<RequestForm>; request: SampleRequest }) => (
  <fieldset className={styles.address}>
    <legend>Send to</legend>
    {sampleAddressFields.map((field) => (
      <TextInput
        key={field}
        label={sampleFormFields[field].label}
        required={field !== 'addressLine2'}
        maxLength={maxLengths[field] ?? 200}
        autoComplete="off"
        {...form.getInputProps(field)}
      />
    ))}
    <StateWarning request={request} />
  </fieldset>
)

const maxLengths: Partial<Record<keyof RequestForm, number>> = { state: 60, zip: 10 }

function RequestReader({ request, onClose }: Omit<Props, 'canEdit'>) {
  useFocusReturn()
  return (
    <Modal opened onClose={onClose} title={titleOf(request)} size="lg">
      <RequestFacts request={request} />
      <SyncState request={request} name={fullName(request)} canEdit={false} />
      <RequestHistory id={request.id} />
    </Modal>
  )
}
