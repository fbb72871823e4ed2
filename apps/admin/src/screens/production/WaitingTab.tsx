import { createPrintRun, useListWaitingPieces, type WaitingPieces } from '@app/api-client'
import { Badge, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { countText, dayText, figure } from '../../components/format.ts'
import { Cell, Row } from '../../list/Row.tsx'
import { useIdempotencyKey } from '../../components/use-idempotency-key.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import { keepPage, useUrlDialog, useUrlState } from '../../list/use-url-state.ts'
import { WholeList } from '../../list/WholeList.tsx'
import { RefreshButton } from '../../live/RefreshButton.tsx'
import { useCanEdit } from '../../session/use-staff.ts'
import { productionKeys } from './production-keys.ts'
import { kindText } from './run-display.ts'
import { countOf, cutoffOf, newRun, type RunForm, runRules, toRunInput } from './run-form.ts'

const nameOf = ({ size, postalClass }: WaitingPieces): string => `${size} ${postalClass}`

/** Pieces that are not in a print run yet, by size and class. */
export function WaitingTab() {
  const canEdit = useCanEdit()
  const waiting = useListWaitingPieces(undefined, keepPage)
  const groups = waiting.data?.data
  const named = groups?.map((group) => ({ ...group, id: nameOf(group) }))
  // Stays open if a colleague takes the last pieces.
  const dialog = useUrlDialog('create', named)
  return (
    <>
      <div className={toolbar.bar}>
        <p className={rows.quiet}>
          Live pieces that have passed checks but aren’t in a print run yet. Pieces due soonest are printed first.
        </p>
        <RefreshButton keys={productionKeys} loadedAt={groups ? waiting.dataUpdatedAt : 0} />
      </div>
      <WholeList
        query={waiting}
        label="Waiting pieces"
        empty="No pieces are waiting"
        hint="Pieces that customers send with a live key appear here once their print files are checked."
        height={240}
      >
        {(group) => (
          <Group
            key={nameOf(group)}
            group={group}
            onCreate={canEdit && group.pieces > 0 ? () => dialog.open(nameOf(group)) : undefined}
          />
        )}
      </WholeList>
      {canEdit && dialog.record && <CreateRunDialog group={dialog.record} onClose={dialog.close} />}
    </>
  )
}

type GroupProps = { group: WaitingPieces; onCreate: (() => void) | undefined }

function Group({ group, onCreate }: GroupProps) {
  const { stock, pieces, late, oldestDueOn, later } = group
  const kind = kindText(group)
  return (
    <Row label={kind} columns="5fr 4fr 3fr 8rem">
      <Cell name={kind} note={stock} />
      <Cell
        name={countText(pieces, 'piece')}
        badges={late > 0 && <Badge color="red">{figure(late)} late</Badge>}
        note={later > 0 && `${figure(later)} not ready: still cancelable, or scheduled`}
      />
      <p className={rows.quiet}>{oldestDueOn ? `Oldest due ${dayText(oldestDueOn)}` : 'Nothing to print yet'}</p>
      <div className={rows.actions}>
        {onCreate && (
          <Button size="compact-sm" aria-label={`Create run of ${kind}`} onClick={onCreate}>
            Create run…
          </Button>
        )}
      </div>
    </Row>
  )
}

/** The minimum number of pieces in a mailing paid by permit imprint (DMM 604.5.1.2). */
const permitMinimum = 200

type DialogProps = { group: WaitingPieces; onClose: () => void }

/** Creates a run from waiting pieces, and opens it. */
function CreateRunDialog({ group, onClose }: DialogProps) {
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

/** The number of pieces that the run would include now. */
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
