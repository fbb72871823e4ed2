import { createHmac } from 'node:crypto'
import { idempotentInsert, storeOnce } from '../../../db/idempotent-insert.ts'
import { ProblemError } from '../../../errors.ts'
import type { EntityManager } from '../../database.ts'
import { newId } from '../base62.ts'
import { sandboxDays } from '../keys/keys.service.ts'
import { proofPrice } from '../quotes/quotes.ts'
import type { Renderers } from '../renderers.ts'
import { isHouseTemplateId } from '@app/print-engine/house'
import { faultsOf } from './faults.ts'
import { type Piece, type PieceKind, sidesOf } from './piece.ts'
import { keptUntil } from './proofs.queries.ts'
import { PrintProofEntity } from './proofs.entity.ts'

const proofs = idempotentInsert(PrintProofEntity)

/** How long a proof of a caller without a key is kept. */
const anonymousDays = 1

/** The caller of a proof: the key, or an address that cannot be read from the row. */
export const callerName = (keyId: string | undefined, clientAddress: string, secret: string): string =>
  keyId ?? createHmac('sha256', secret).update(`print-caller ${clientAddress}`).digest('base64url')

interface Asked {
  kind: PieceKind
  piece: Piece
  keyId: string | undefined
  caller: string
  idempotencyKey: string | undefined
}

/** What a sandbox refuses before it looks any closer. */
function refuseAtOnce(piece: Piece, keyId: string | undefined): void {
  if (!piece.DryRun) {
    const detail = 'A sandbox mails nothing. Send DryRun: true for a proof and a price.'
    throw new ProblemError(403, 'live_mode_unavailable', detail)
  }
  const foreign = sidesOf(piece).find(({ id }) => !isHouseTemplateId(id))
  if (keyId === undefined && foreign) {
    const detail = `Without a key, only templates of the house are proofed, and ${foreign.id} is none. POST /v1/sandbox-keys has a key.`
    throw new ProblemError(403, 'template_not_allowed', detail)
  }
}

/** Whoever prints is asked last: a wrong request is told so even while nobody prints. */
function requireRenderer({ isThere, isCaged }: Renderers, piece: Piece): void {
  if (!isThere) {
    const detail = 'Proofs are not available at the moment. Everything else is.'
    throw new ProblemError(503, 'renderer_unavailable', detail, { retryAfterSeconds: 5 })
  }
  if (!isCaged && sidesOf(piece).some(({ id }) => !isHouseTemplateId(id))) {
    const detail = 'The renderer here cannot be confined, so it prints templates of the house alone.'
    throw new ProblemError(503, 'untrusted_templates_unavailable', detail, { retryAfterSeconds: 60 })
  }
}

/**
 * Stores a proof, which is printed from its row. A key that was used before brings the same proof again.
 * @throws {ProblemError} 400 with everything that is wrong, 403 for what a sandbox does not do, 422 for another body with
 * the same key, 503 while nobody prints.
 */
export async function enqueueProof(
  em: EntityManager,
  { kind, piece, keyId, caller, idempotencyKey }: Asked,
  findRenderers: () => Promise<Renderers>,
  onStoring: (id: string) => void,
): Promise<{ id: string; isNew: boolean }> {
  refuseAtOnce(piece, keyId)
  const { faults, templates } = await faultsOf(em, keyId, kind, piece)
  if (faults.length > 0) throw invalidPiece(faults)
  requireRenderer(await findRenderers(), piece)
  const id = newId('proof')
  onStoring(id)
  const { receipt, isNew } = await storeOnce(em, proofs, {
    body: piece,
    // Two callers may choose the same.
    key: idempotencyKey && `${caller}:${idempotencyKey}`,
    row: {
      id,
      key: keyId ?? null,
      caller,
      piece: kind,
      size: piece.Size,
      postalClass: piece.PostalClass,
      description: piece.Description ?? null,
      request: {
        to: piece.To,
        from: piece.From,
        values: piece.VariablePayload ?? {},
        templates: templates.map((template) => ({ Id: template.id, Version: template.version })),
      },
      price: proofPrice(piece.Size, piece.PostalClass, 1),
      expiresAt: await keptUntil(em, keyId === undefined ? anonymousDays : sandboxDays),
    },
  })
  return { id: receipt.id, isNew }
}

const invalidPiece = (errors: NonNullable<ProblemError['errors']>) =>
  new ProblemError(400, 'invalid_input', 'The piece cannot be proofed like this; errors says why.', {
    errors: errors.slice(0, 50),
  })
