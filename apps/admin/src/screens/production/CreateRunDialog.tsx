import { createPrintRun, useListWaitingPieces, type WaitingPieces } from '@app/api-client'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { countText } from '../../components/format.ts'
import { useIdempotencyKey } from '../../components/use-idempotency-key.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import rows from '../../list/Rows.module.css'
import { keepPage, useUrlState } from '../../list/use-url-state.ts'
import { kindText } from './run-display.ts'
import { countOf, cutoffOf, newRun, type RunForm, runRules, toRunInput } from './run-form.ts'

/** A mailing that is paid by permit imprint needs as many (DMM 604.5.1.2). */
const permitMinimum = 200

type Props = { group: WaitingPieces; onClose: () => void }

/** Creates a run of pieces that wait, and opens it. */
export function CreateRunDialog({ group, onClose }: Props) {
  const url = useUrlState()
  const keyOf = useIdempotencyKey()
  const [initial] = useState(() => newRun(new Date()))
  const kind = kindText(group)
  const { form, dialog } = useRecordEdit({
    what: `print run of ${kind}`,
    kind: 'print_runs',
    valuesOf: (): RunForm => initial,
    rules: runRules,
    unstored: ['cutoff'],
    send: (values) => {
      const input = toRunInput(values, group)
      return createPrintRun(input, keyOf(input))
    },
    create: {
      saved: (run) => `Run ${run.number} created with ${countText(run.pieces, 'piece')}`,
      failed: 'The print run could not be created',
    },
    onSaved: ({ id }) => url.set({ create: undefined, tab: 'runs', run: id }),
    onClose,
  })
  return (
    <FormDialog title={`Create run: ${kind}`} action="Create run" {...dialog}>
      <TextInput
        type="datetime-local"
        label="Cutoff"
        description="Only pieces that customers sent before this time, in your time zone"
        required
        data-autofocus
        {...form.getInputProps('cutoff')}
      />
      <TextInput
        label="Maximum pieces"
        description="Pieces due soonest go first. The rest wait for the next run."
        required
        inputMode="numeric"
        maxLength={6}
        {...form.getInputProps('maxPieces')}
      />
      <Preview group={group} form={form.getValues()} />
    </FormDialog>
  )
}

/** How many pieces the run would take now. */
function Preview({ group, form }: { group: WaitingPieces; form: RunForm }) {
  const createdBefore = cutoffOf(form)
  const { data } = useListWaitingPieces(
    { ...(createdBefore !== undefined && { createdBefore }) },
    { query: { ...keepPage.query, enabled: createdBefore !== undefined } },
  )
  const waiting = data?.data.find(({ size, postalClass }) => size === group.size && postalClass === group.postalClass)
  const count = Math.min(waiting?.pieces ?? 0, countOf(form.maxPieces) || 0)
  if (!data) return null
  return (
    <p role="status" className={rows.quiet}>
      {count === 0 ? 'No pieces would be included.' : `Includes ${countText(count, 'piece')} on ${group.stock} stock.`}
      {count > 0 &&
        count < permitMinimum &&
        ` A mailing paid by permit imprint needs ${permitMinimum} pieces or 50 lb.`}
    </p>
  )
}
