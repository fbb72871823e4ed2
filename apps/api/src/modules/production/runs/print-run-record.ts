import type { PrintRunStatus } from '@app/contract'
import { ProblemError } from '../../../errors/errors.ts'
import { PrintRunEntity } from '../../../entities/production.entity.ts'
import {
  type Field,
  edited,
  fixed,
  type Proposal,
  type RecordType,
  recordType,
  type StateOf,
  unrecorded,
} from '../../changes/record-type.ts'

const fields = {
  number: fixed,
  status: edited,
  printedAt: unrecorded,
  printedBy: unrecorded,
  mailedOn: edited,
  mailedAt: unrecorded,
  mailedBy: unrecorded,
  postOffice: edited,
  statementNumber: edited,
} satisfies Record<string, Field>

export type PrintRunState = StateOf<typeof PrintRunEntity, typeof fields>

/** For each status, the statuses from which a run can reach it, and the error otherwise. */
const origins: Partial<Record<PrintRunStatus, { from: readonly PrintRunStatus[]; need: string }>> = {
  printed: { from: ['ready'], need: 'Only a run whose files are ready can be marked as printed.' },
  mailed: { from: ['printed'], need: 'Only a printed run can be marked as mailed.' },
  canceled: {
    from: ['preparing', 'ready', 'printed'],
    need: 'The run was already mailed or canceled.',
  },
}

const refused = (detail: string) => new ProblemError(409, 'run_status', detail)

/** @throws {ProblemError} 409 unless pieces can still leave the run and its files can be remade. */
export function assertOpen(status: PrintRunStatus): void {
  if (!origins.canceled?.from.includes(status)) throw refused(origins.canceled?.need ?? '')
}

/** A run never moves back: its pieces have moved on, and their customers were notified of each step. */
function settle({ before, after, patch, at, actor }: Proposal<PrintRunState>): PrintRunState {
  if (before.status === after.status) {
    if (('postOffice' in patch || 'statementNumber' in patch) && before.status !== 'mailed')
      throw refused('The post office and the statement are recorded when the run is marked as mailed.')
    return after
  }
  const origin = origins[after.status]
  if (!origin?.from.includes(before.status)) throw refused(origin?.need ?? 'A run can’t return to an earlier status.')
  if (after.status === 'printed') return { ...after, printedAt: at, printedBy: actor.name }
  if (after.status === 'mailed') return { ...after, mailedAt: at, mailedBy: actor.name }
  return after
}

export const printRunRecord: RecordType<PrintRunState> = recordType({
  name: 'print_run',
  label: 'print run',
  entity: PrintRunEntity,
  fields,
  live: 'print_runs',
  roles: ['owner', 'editor'],
  nameOf: ({ number }) => `Run ${number}`,
  settle,
})
