import {
  cancelPrintRun,
  getPrintRun,
  mailPrintRun,
  type PrintRunDetail,
  printPrintRun,
  spoilPrintRunPieces,
  updatePrintRun,
} from '@app/api-client'
import { Radio, TextInput } from '@mantine/core'
import { requiredLine } from '../../components/text-rules.ts'
import { ifMatch, readOrGone } from '../../edit/calls.ts'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import rows from '../../list/Rows.module.css'
import { useBusinessDay } from '../../list/use-business-day.ts'
import type { UrlState } from '../../list/use-url-state.ts'
import { mailForm, mailRules, toMailing } from './mail-form.ts'
import { countText, fieldText, valueText } from './run-display.ts'
import { type SpoilForm, spoilRules, toSpoilInput } from './spoil-form.ts'

type Props = { run: PrintRunDetail; onClose: () => void }

/** The dialog that the URL names, if the run's status allows it. */
export function RunDialogs({ run, url }: { run: PrintRunDetail; url: UrlState }) {
  const { status } = run
  const close = () => url.set({ ask: undefined, place: undefined })
  const isOpen = status === 'preparing' || status === 'ready' || status === 'printed'
  const asked = url.get('ask')
  if (asked === 'print' && status === 'ready') return <PrintQuestion run={run} onClose={close} />
  if (asked === 'mail' && (status === 'printed' || status === 'mailed')) return <MailDialog run={run} onClose={close} />
  if (asked === 'spoil' && isOpen) return <SpoilDialog run={run} place={url.get('place') ?? ''} onClose={close} />
  if (asked === 'cancel' && isOpen) return <CancelDialog run={run} onClose={close} />
  return null
}

const PrintQuestion = ({ run, onClose }: Props) => (
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
    {countText(run.pieces, 'piece')} will be marked as printed, and their customers are told. This can’t be undone.
    Pieces that were spoiled can still be taken out until the run is mailed.
  </ConfirmWrite>
)

/** Marks a printed run as mailed, or edits what is noted about a mailed one. */
function MailDialog({ run, onClose }: Props) {
  const today = useBusinessDay()
  const isMailed = run.status === 'mailed'
  const { form, dialog } = useRecordEdit({
    what: 'mailing of a print run',
    kind: 'print_runs',
    record: run,
    valuesOf: mailForm(today),
    rules: mailRules(today),
    inputOf: toMailing,
    send: (values, over) => {
      const { mailedOn, ...noted } = toMailing(values)
      const headers = ifMatch(over ?? run)
      return isMailed ? updatePrintRun(run.id, noted, headers) : mailPrintRun(run.id, { mailedOn, ...noted }, headers)
    },
    read: (id) => readOrGone(getPrintRun(id)),
    update: {
      saved: isMailed ? 'Mailing saved' : `Run ${run.number} marked as mailed`,
      failed: 'The mailing could not be saved',
    },
    fieldText,
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
          <p className={rows.quiet}>
            {countText(run.pieces, 'piece')} will be marked as mailed, and their customers are told. This can’t be
            undone.
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

function SpoilDialog({ run, place, onClose }: Props & { place: string }) {
  const { form, dialog } = useRecordEdit({
    what: `pieces of print run ${run.number}`,
    kind: 'print_runs',
    valuesOf: (): SpoilForm => ({ places: place, outcome: 'reprint', reason: '' }),
    rules: spoilRules(run),
    send: (values) => spoilPrintRunPieces(run.id, toSpoilInput(values)),
    create: {
      // A colleague may have taken some of them out before.
      saved: ({ spoiled }) => `${countText(spoiled - run.spoiled, 'piece')} taken out of run ${run.number}`,
      failed: 'The pieces could not be taken out',
    },
    onClose,
  })
  const isRejected = form.getValues().outcome === 'reject'
  return (
    <FormDialog title={`Take pieces out of run ${run.number}`} action="Take out" {...dialog}>
      <TextInput
        label="Places"
        description="As on the manifest, for example 12, 14–20"
        required
        maxLength={500}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('places')}
      />
      <Radio.Group label="What happens to them" {...form.getInputProps('outcome')}>
        <Radio mt="xs" value="reprint" label="Print again: they wait for another run, at no charge" />
        <Radio mt="xs" value="reject" label="Reject: they are not mailed, and are not charged" />
      </Radio.Group>
      <TextInput
        label="Reason"
        description={isRejected ? 'Their customers read it' : 'For staff'}
        required
        maxLength={200}
        {...form.getInputProps('reason')}
      />
      {run.status !== 'printed' && (
        <p className={rows.quiet}>
          The files that they are in are made again without them. Do not print the earlier ones.
        </p>
      )}
    </FormDialog>
  )
}

function CancelDialog({ run, onClose }: Props) {
  const { form, dialog } = useRecordEdit({
    what: `cancellation of print run ${run.number}`,
    kind: 'print_runs',
    valuesOf: () => ({ reason: '' }),
    rules: { reason: requiredLine('Reason is required') },
    send: ({ reason }) => cancelPrintRun(run.id, { reason: reason.trim() }, ifMatch(run)),
    create: { saved: `Run ${run.number} canceled`, failed: 'The run could not be canceled' },
    onClose,
  })
  return (
    <FormDialog title={`Cancel run ${run.number}?`} action="Cancel run" {...dialog}>
      <p className={rows.quiet}>
        {countText(run.pieces, 'piece')} will wait for another run. Do not mail what is printed already: it would be
        mailed twice.
      </p>
      <TextInput label="Reason" required maxLength={200} data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  )
}
