import { sql } from 'kysely'
import { idempotentInsert, storedUnder, storeOnce } from '../../../db/idempotent-insert.ts'
import { columns, poolOf } from '../../../db/sql.ts'
import { ProblemError } from '../../../errors/errors.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { keyOwners, networkName, type PrintCaller } from '../caller.ts'
import { newId } from '../../keys/base62.ts'
import type { PrintLimits } from '../print-limits.ts'
import { sandboxDays } from '../keys/keys.service.ts'
import { proofPrice } from '../quotes/quotes.ts'
import type { Renderers } from '../renderers/remembered-renderers.ts'
import { isHouseTemplateId } from '@app/print-engine/house'
import { faultsOf } from './faults.ts'
import { type Piece, type PieceKind, printedValues, sidesOf } from './piece.ts'
import type { FoundTemplate } from './templates-of-piece.ts'
import { PrintProofEntity, type StoredRequest } from '../../../entities/print.entity.ts'
import type { ShownRow } from './proofs.queries.ts'

/** Lifetime of a proof in hours. Proofs contain names and addresses. */
const hoursKept = { anonymous: 24, withKey: 24 * sandboxDays }

const proofs = idempotentInsert(PrintProofEntity, {
  expiresAt: sql`now() + make_interval(hours => case when ${columns(PrintProofEntity).workspace} is null
    then ${sql.lit(hoursKept.anonymous)} else ${sql.lit(hoursKept.withKey)} end)`,
})

interface Asked {
  kind: PieceKind
  piece: Piece
  caller: PrintCaller
  idempotencyKey: string | undefined
}

interface NewProof extends Pick<Asked, 'kind' | 'piece'> {
  workspaceId: string | undefined
  /** The unit of fair scheduling. */
  caller: string
}

interface ProofServices {
  findRenderers: () => Promise<Renderers>
  printLimits: PrintLimits
}

interface Enqueued {
  id: string
  /** The row of a new proof. Undefined when an earlier request had the same key, whose proof may be finished by now. */
  newProof?: ShownRow
}

/** The sandbox's checks that need no query. */
function refuseAtOnce(piece: Piece, workspaceId: string | undefined): void {
  if (!piece.DryRun) {
    const detail = 'The sandbox does not mail anything. Send DryRun: true for a proof and a price.'
    throw new ProblemError(403, 'live_mode_unavailable', detail)
  }
  const foreign = sidesOf(piece).find(({ id }) => !isHouseTemplateId(id))
  if (workspaceId === undefined && foreign) {
    const detail = `${foreign.id} is not a built-in template, so proofing it requires a key. Get one from POST /v1/sandbox-keys.`
    throw new ProblemError(403, 'template_not_allowed', detail)
  }
}

/** Checked last, so an invalid request gets its errors even when no renderer is up. */
function requireRenderer({ isThere, isIsolated }: Renderers, piece: Piece): void {
  if (!isThere) {
    const detail = 'Proofs are unavailable at the moment. Everything else works.'
    throw new ProblemError(503, 'renderer_unavailable', detail, { retryAfterSeconds: 5 })
  }
  if (!isIsolated && sidesOf(piece).some(({ id }) => !isHouseTemplateId(id))) {
    const detail = 'This server cannot isolate its renderer, so it prints only built-in templates.'
    throw new ProblemError(503, 'untrusted_templates_unavailable', detail, { retryAfterSeconds: 60 })
  }
}

/**
 * Stores a proof, which renderers print from its row. Repeating a key returns the same proof.
 * @throws {ProblemError} 400 with all errors, 403 for a feature that a sandbox lacks, 422 for another body with the
 * same key, 429 when the network has too many proofs, 503 when no renderer is up.
 */
export async function enqueueProof(
  em: EntityManager,
  { kind, piece, caller, idempotencyKey }: Asked,
  { findRenderers, printLimits }: ProofServices,
): Promise<Enqueued> {
  const { workspaceId } = caller
  refuseAtOnce(piece, workspaceId)
  // Two callers may choose the same key.
  const keys = idempotencyKey === undefined ? [] : keyOwners(caller).map((owner) => `${owner}:${idempotencyKey}`)
  const earlier = keys.length > 0 && (await storedUnder(await poolOf(em), PrintProofEntity, keys, piece))
  if (earlier) return { id: earlier.receipt.id }
  const [{ faults, templates }] = await Promise.all([
    faultsOf(em, caller, kind, piece),
    printLimits.requireRoomForProof(caller),
  ])
  if (faults.length > 0) throw invalidPiece(faults)
  requireRenderer(await findRenderers(), piece)
  const row = newProofRow({ kind, piece, workspaceId, caller: networkName(caller) }, templates)
  const { receipt, isNew } = await storeOnce(em, proofs, { body: piece, key: keys[0], row })
  return isNew ? { id: row.id, newProof: { ...row, ...asStored(receipt.createdAt, workspaceId) } } : { id: receipt.id }
}

/**
 * The row of a new proof.
 * @param codes the barcode and token of a piece to be sent; specimens are printed without them
 */
export const newProofRow = (
  { kind, piece, workspaceId, caller }: NewProof,
  templates: readonly FoundTemplate[],
  codes?: Pick<StoredRequest, 'imb' | 'trackingToken'>,
) => ({
  id: newId('proof'),
  workspace: workspaceId ?? null,
  caller,
  piece: kind,
  size: piece.Size,
  postalClass: piece.PostalClass,
  description: piece.Description ?? null,
  request: {
    to: piece.To,
    from: piece.From,
    values: printedValues(piece),
    templates: templates.map((template) => ({ Id: template.id, Version: template.version })),
    ...codes,
  },
  isAwaited: piece.WaitForRender ?? false,
  price: proofPrice(piece.Size, piece.PostalClass, knownPages(templates)),
})

/**
 * The page count, if known in advance: a front and a back are two pages, but a single template has as many as its text
 * needs.
 */
export const knownPages = (templates: readonly FoundTemplate[]): number | undefined =>
  templates.length > 1 ? templates.length : undefined

/** The columns that the database sets for a new proof. Reading the row would cost another round trip. */
function asStored(createdAt: string, workspaceId: string | undefined) {
  const created = new Date(createdAt)
  const hours = workspaceId === undefined ? hoursKept.anonymous : hoursKept.withKey
  return {
    status: 'rendering' as const,
    failureCode: null,
    failureDetail: null,
    checks: [],
    pages: [],
    pdfHash: null,
    createdAt: created,
    expiresAt: new Date(created.getTime() + hours * 3_600_000),
    // There is no file to link to yet.
    linkEnd: 0,
  }
}

export const invalidPiece = (errors: NonNullable<ProblemError['errors']>) =>
  new ProblemError(400, 'invalid_input', 'The piece cannot be proofed. See errors.', {
    errors: errors.slice(0, 50),
  })
