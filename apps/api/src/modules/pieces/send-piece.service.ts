import type { FieldError } from '@app/contract'
import { type ItemCounts, itemsOf, sheetsOf } from '@app/pricing'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { bodyHash, keyReused } from '../../db/idempotent-insert.ts'
import { poolOf, runPrepared, columns, table } from '../../db/sql.ts'
import { notFound, ProblemError } from '../../errors/errors.ts'
import { CustomerAccountEntity, WorkspaceEntity } from '../../entities/customers.entity.ts'
import type { EntityManager } from '../../entities/database.ts'
import { PieceEntity, UsageMonthEntity } from '../../entities/pieces.entity.ts'
import type { PrintCaller } from '../print/caller.ts'
import { faultIf } from '../print/field-fault.ts'
import { newId } from '../keys/base62.ts'
import { faultsOf } from '../print/proofs/faults.ts'
import type { Piece, PieceKind } from '../print/proofs/piece.ts'
import { invalidPiece, knownPages, newProofRow } from '../print/proofs/proofs.service.ts'
import { mailClassOf, pieceOf } from '../print/quotes/quotes.ts'
import { addBusinessDays, addDays } from '../samples/business-days.ts'
import { refusalOf } from './charges.ts'
import { pieceQueue } from './piece-queue.ts'
import { trackingNumbers } from './serials.ts'
import { type NewPiece, type StoredPiece, storePieces, type Terms } from './store-pieces.ts'
import { timelineOf } from './timeline.ts'

/** The key that sends a piece, and the piece's workspace. */
export interface Sender {
  keyId: string
  caller: PrintCaller
  workspace: { id: string; mode: 'test' | 'live' }
}

interface Order {
  kind: PieceKind
  piece: Piece
  idempotencyKey: string | undefined
}

interface Sent {
  id: string
  /** The rows of a new piece. Undefined for a repeated request, whose piece may have moved on since. */
  stored?: StoredPiece
}

const maxDaysAhead = 180
/** Business days for printing a piece, once it may be printed. */
const printedWithin = 1

/** Errors in fields that apply only to sent pieces. */
function orderFaults({ SendOn, Test: test }: Piece, today: string, mode: 'test' | 'live'): FieldError[] {
  const day = SendOn ?? today
  const latest = addDays(today, maxDaysAhead)
  return [
    ...faultIf(day < today || day > latest, '/SendOn', {
      code: 'date_not_allowed',
      detail: day < today ? 'This day is in the past.' : `This day is more than ${maxDaysAhead} days ahead.`,
      found: day,
      allowed: `${today} to ${latest}`,
      remedy: 'Choose another day, or omit SendOn to send the piece as soon as possible.',
    }),
    ...faultIf(test !== undefined && mode === 'live', '/Test', {
      code: 'test_not_available',
      detail: 'A live piece is mailed, so its outcome cannot be simulated.',
      remedy: 'Omit Test, or send the piece with a test key.',
    }),
  ]
}

/** @throws {ProblemError} 409 for a size without a published price */
function itemsWithPrice({ Size: size, PostalClass: postalClass }: Piece): ItemCounts {
  const items = itemsOf(pieceOf(size), mailClassOf(postalClass), 1)
  if (items) return items
  throw new ProblemError(409, 'price_on_request', `${size} is priced on request. Contact us to mail this size.`)
}

const pieces = columns(PieceEntity, 'piece')
const workspaces = columns(WorkspaceEntity, 'workspace')
const account = columns(CustomerAccountEntity, 'account')
const usage = columns(UsageMonthEntity, 'usage')

const befores = checkedRows(
  Type.Object({
    suspended: Type.Boolean(),
    monthlyCap: Type.Union([Type.Number(), Type.Null()]),
    pieces: Type.Number(),
    today: Type.String(),
    id: Type.Union([Type.String(), Type.Null()]),
    hash: Type.Union([Type.String(), Type.Null()]),
  }),
)
type Before = ReturnType<typeof befores>[number]

/** Reads everything that the checks need, in one query. */
async function readBefore(
  em: EntityManager,
  workspace: string,
  { key, sendOn }: { key: string | null; sendOn: string | undefined },
  timeZone: string,
): Promise<Before> {
  const rows = await runPrepared(
    await poolOf(em),
    'read-before-sending',
    sql`
    select ${account.suspended} as suspended, ${account.monthlyCap} as "monthlyCap", today,
           coalesce(${usage.pieces}, 0) as pieces, ${pieces.id} as id,
           encode(${pieces.idempotencyHash}, 'hex') as hash
      from ${table(WorkspaceEntity)} as workspace
      join ${table(CustomerAccountEntity)} as account on ${account.id} = ${workspaces.account}
     cross join to_char(now() at time zone ${timeZone}, 'YYYY-MM-DD') as today
      left join ${table(UsageMonthEntity)} as usage
             on ${usage.workspace} = ${workspaces.id} and ${usage.month} = left(coalesce(${sendOn ?? null}, today), 7)
      left join ${table(PieceEntity)} as piece on ${pieces.idempotencyKey} = ${key}
     where ${workspaces.id} = ${workspace}`,
  )
  const [before] = befores(rows)
  if (!before) throw notFound('workspace')
  return before
}

/** @throws {ProblemError} 422 when the key was used with another body */
function earlierPiece({ id, hash: stored }: Before, hash: string | null): Sent | undefined {
  if (id === null) return undefined
  if (hash === null || hash !== stored) throw keyReused()
  return { id }
}

type SendPiece = (em: EntityManager, sender: Sender, order: Order) => Promise<Sent>

/**
 * Sends pieces: charges each, and has its print file made and checked. The piece, its charge, its first event, the row
 * of its print file, and its idempotency key are stored in one transaction.
 * @throws {ProblemError} 400 with all errors, 403 for a suspended account, 409 at a sending limit, 422 for another body
 * with the same key
 */
export function pieceSender(terms: Terms): SendPiece {
  const assignTracking = trackingNumbers()
  const store = pieceQueue((transaction, orders) => storePieces(transaction, orders, terms))

  return async (em, { keyId, caller, workspace }, { kind, piece, idempotencyKey }) => {
    const key = idempotencyKey ? `${workspace.id}:${idempotencyKey}` : null
    const hash = key === null ? null : bodyHash(piece)
    const read = () => readBefore(em, workspace.id, { key, sendOn: piece.SendOn }, terms.timeZone)
    const before = await read()
    const earlier = earlierPiece(before, hash)
    if (earlier) return earlier
    // An early check that saves work for a rejected request. The limits are checked again under the lock.
    const refusal = refusalOf(before, before.pieces)
    if (refusal) throw refusal

    const { faults, templates } = await faultsOf(em, caller, kind, piece)
    const all = [...faults, ...orderFaults(piece, before.today, workspace.mode)]
    if (all.length > 0) throw invalidPiece(all)
    const items = itemsWithPrice(piece)
    const tracking = await assignTracking(em, workspace.mode, piece.PostalClass)
    const asked = { kind, piece, workspaceId: workspace.id, caller: workspace.id }
    const given = newPieceRow(workspace, kind, piece, piece.SendOn ?? before.today)
    const { routing, trackingToken } = given
    const proof = newProofRow(asked, templates, { imb: tracking + routing, trackingToken })
    const pages = kind === 'postcard' ? 2 : knownPages(templates)
    const row: NewPiece = {
      ...given,
      key: keyId,
      idempotencyKey: key,
      idempotencyHash: hash && `\\x${hash}`,
      sheets: pages === undefined ? null : sheetsOf(pages),
      proof: proof.id,
      tracking,
    }
    let failure: unknown
    try {
      const stored = await store(em, { row, proof, items })
      if (stored) return { id: row.id, stored }
    } catch (error) {
      failure = error
    }
    // A concurrent identical request may have been first, and may have used up the month's last piece.
    const first = key === null ? undefined : earlierPiece(await read(), hash)
    if (first) return first
    // Otherwise, the key belongs to a proof.
    throw failure ?? keyReused()
  }
}

/** The columns that depend only on the request. */
function newPieceRow(workspace: Sender['workspace'], kind: PieceKind, piece: Piece, sendOn: string) {
  const id = newId('piece')
  return {
    id,
    workspace: workspace.id,
    kind,
    size: piece.Size,
    postalClass: piece.PostalClass,
    description: piece.Description ?? null,
    metadata: piece.Metadata ?? {},
    month: sendOn.slice(0, 7),
    sendOn,
    dueOn: addBusinessDays(sendOn, printedWithin),
    routing: piece.To.Zip.replaceAll(/\D/g, ''),
    trackingToken: newId('track'),
    test: workspace.mode === 'test' ? timelineOf(piece.Test, id) : null,
  }
}
