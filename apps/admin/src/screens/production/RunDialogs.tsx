import {
  cancelPrintRun,
  getPrintRun,
  mailPrintRun,
  printPrintRun,
  type PrintRunDetail,
  spoilPrintRunPieces,
  updatePrintRun,
} from '@app/api-client'
import { Radio, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { countText } from '../../components/format.ts'
import { requiredLine, trimmed } from '../../components/text-rules.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { ifMatch, readOrGone, useRecordEdit } from '../../edit/use-record-edit.tsx'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import { useSeen } from '../../edit/use-seen.tsx'
import rows from '../../list/Rows.module.css'
import { useBusinessDay } from '../../list/use-business-day.ts'
import type { UrlState } from '../../list/use-url-state.ts'
import { type MailForm, mailForm, mailRules, type SpoilForm, spoilRules, toSpoilInput } from './run-form.ts'
import { isOpen, runLabels, valueText } from './run-display.ts'

/** `news` announces that the run has changed since the dialog was opened. */
type Props = { run: PrintRunDetail; news: ReactNode; onClose: () => void }

/** The dialog named in the URL. */
export function RunDialogs({ run, url }: { run: PrintRunDetail; url: UrlState }) {
  const asked = url.get('ask')
  return asked === undefined ? null : (
    <RunDialog key={`${asked} ${url.get('place')}`} run={run} asked={asked} url={url} />
  )
}

/** A dialog for the version of the run that it was opened with, if the run's status allows it. */
function RunDialog({ run, asked, url }: { run: PrintRunDetail; asked: string; url: UrlState }) {
  const { seen, news } = useSeen(run, 'run')
  const { status } = seen
  const props = { run: seen, news, onClose: () => url.set({ ask: undefined, place: undefined }, { replace: true }) }
  if (asked === 'print' && status === 'ready') return <PrintQuestion {...props} />
  if (asked === 'mail' && status === 'printed') return <MailDialog key={status} {...props} />
  if (asked === 'mail' && status === 'mailed') return <MailDialog key={status} {...props} run={run} />
  if (asked === 'spoil' && isOpen(seen)) return <SpoilDialog {...props} place={url.get('place') ?? ''} />
  if (asked === 'cancel' && isOpen(seen)) return <CancelDialog {...props} />
  return null
}

const PrintQuestion = ({ run, news, onClose }: Props) => (
  <ConfirmWrite
    title={`Mark run ${run.number} as printed?`}
    action="Mark as printed"
    color="ink"
    kind="print_runs"
    what="print run"
    send={() => printPrintRun(run.id, ifMatch(run))}
    saved={`Run ${run.number} marked as printed`}
    failed="The run could not be marked"
    onClose={onClose}
  >
    {news}
    {countText(run.pieces, 'piece')} will be marked as printed, and their customers’ webhooks will be called. This can’t
    be undone. Spoiled pieces can still be removed until the run is mailed.
  </ConfirmWrite>
)

/** Marks a printed run as mailed, or edits the details of a mailed one. Merges the changes of two people. */
function MailDialog({ run, news, onClose }: Props) {
  const today = useBusinessDay()
  const isMailed = run.status === 'mailed'
  const failed = 'The mailing could not be saved'
  const { form, dialog } = useRecordEdit<MailForm, PrintRunDetail, PrintRunDetail>({
    what: `mailing of print run ${run.number}`,
    kind: 'print_runs',
    ...(isMailed ? { record: run } : { unstored: ['mailedOn'] }),
    valuesOf: mailForm(today),
    rules: mailRules(today),
    inputOf: trimmed,
    send(values, over) {
      const { mailedOn, ...noted } = trimmed(values)
      return over
        ? updatePrintRun(run.id, noted, ifMatch(over))
        : mailPrintRun(run.id, { mailedOn, ...noted }, ifMatch(run))
    },
    read: (id) => readOrGone(getPrintRun(id)),
    ...(!isMailed && { create: { saved: `Run ${run.number} marked as mailed`, failed } }),
    update: { saved: 'Mailing saved', failed },
    labels: runLabels,
    valueText,
    onClose,
  })
  return (
    <FormDialog
      title={isMailed ? `Mailing of run ${run.number}` : `Mark run ${run.number} as mailed`}
      action={isMailed ? 'Save' : 'Mark as mailed'}
      {...dialog}
    >
      {!isMailed && (
        <>
          {news}
          <p className={rows.quiet}>
            {countText(run.pieces, 'piece')} will be marked as mailed, and their customers’ webhooks will be called.
            This can’t be undone.
          </p>
          <TextInput type="date" label="Mailed on" required max={today} {...form.getInputProps('mailedOn')} />
        </>
      )}
      <TextInput
        label="Post office"
        description="Where the mail was handed over"
        maxLength={200}
        data-autofocus
        {...form.getInputProps('postOffice')}
      />
      <TextInput
        label="Statement number"
        description="Of the postage statement. You can add it later."
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('statementNumber')}
      />
    </FormDialog>
  )
}

function SpoilDialog({ run, news, place, onClose }: Props & { place: string }) {
  const { form, dialog } = useRecordEdit({
    // A draft for one position never opens for another.
    what: `pieces ${place} of print run ${run.number}`,
    kind: 'print_runs',
    valuesOf: (): SpoilForm => ({ places: place, outcome: 'reprint', reason: '' }),
    rules: spoilRules(run),
    send: (values) => spoilPrintRunPieces(run.id, toSpoilInput(values)),
    create: {
      saved: ({ spoiled }) => `Run ${run.number} now has ${countText(spoiled, 'removed piece')}`,
      failed: 'The pieces could not be removed',
    },
    onClose,
  })
  const isRejected = form.getValues().outcome === 'reject'
  return (
    <FormDialog title={`Remove pieces from run ${run.number}`} action="Remove" {...dialog}>
      {news}
      <TextInput
        label="Positions"
        description="As in the “place” column of the manifest, for example 12, 14–20"
        required
        maxLength={500}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('places')}
      />
      <Radio.Group label="What happens to them" {...form.getInputProps('outcome')}>
        <Radio mt="xs" value="reprint" label="Print again: they wait for another run, at no charge" />
        <Radio mt="xs" value="reject" label="Reject: they are neither mailed nor charged" />
      </Radio.Group>
      <TextInput
        label="Reason"
        description={isRejected ? 'Shown to their customers' : 'For staff'}
        required
        maxLength={200}
        {...form.getInputProps('reason')}
      />
      {run.status !== 'printed' && (
        <p className={rows.quiet}>Their files will be regenerated without them. Do not print the old versions.</p>
      )}
    </FormDialog>
  )
}

function CancelDialog({ run, news, onClose }: Props) {
  const { form, dialog } = useRecordEdit({
    what: `cancellation of print run ${run.number}`,
    kind: 'print_runs',
    valuesOf: () => ({ reason: '' }),
    rules: { reason: requiredLine('Reason is required') },
    send: (values) => cancelPrintRun(run.id, trimmed(values), ifMatch(run)),
    create: { saved: `Run ${run.number} canceled`, failed: 'The run could not be canceled' },
    onClose,
  })
  return (
    <FormDialog title={`Cancel run ${run.number}?`} action="Cancel run" {...dialog}>
      {news}
      <p className={rows.quiet}>
        {countText(run.pieces, 'piece')} will wait for another run. Do not mail anything already printed: it would be
        mailed twice.
      </p>
      <TextInput label="Reason" required maxLength={200} data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  )
}
