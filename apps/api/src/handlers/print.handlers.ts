import type { Input } from '@app/contract'
import { callerOf } from '../http/caller.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { ProblemError } from '../errors/errors.ts'
import type { BodyFaults, KeyContext, KeyHandlers, PublicContext, PublicHandlers } from './context.ts'
import { listAssets } from '../modules/print/assets/assets.queries.ts'
import { uploadAsset } from '../modules/print/assets/assets.service.ts'
import { checkLink } from '../modules/print/files/signed-links.ts'
import { createSandboxKey, leaveContact } from '../modules/print/keys/keys.service.ts'
import { faultsOf } from '../modules/print/proofs/faults.ts'
import { type PieceKind, rightMembers } from '../modules/print/proofs/piece.ts'
import { fileHashOf, getProof, type Linking, showProof } from '../modules/print/proofs/proofs.queries.ts'
import { callerName, enqueueProof } from '../modules/print/proofs/proofs.service.ts'
import { createQuote } from '../modules/print/quotes/quotes.ts'
import { getTemplate, listTemplates } from '../modules/print/templates/templates.queries.ts'
import { addTemplateVersion, createTemplate, deleteTemplate } from '../modules/print/templates/templates.service.ts'

/** A caller that waits is answered within this time, whatever becomes of its proof. */
const waitLimitMs = 10_000

const linking = ({ config }: Pick<PublicContext, 'config'>): Linking => ({
  origin: config.apiOrigin,
  secrets: config.sessionSecrets,
})

/** The key of an operation that needs one. */
const keyIdOf = ({ printKey }: KeyContext): string | undefined => printKey?.id

async function proof(
  kind: PieceKind,
  { body: piece, headers }: Input<'createPostcard'> | Input<'createLetter'>,
  context: KeyContext,
) {
  const { em, config, clientAddress, findRenderers, finishedProofs, proofRelay } = context
  const keyId = keyIdOf(context)
  let waiting: ReturnType<typeof finishedProofs.wait> | undefined
  const asked = {
    kind,
    piece,
    keyId,
    caller: callerName(keyId, callerOf(clientAddress), config.sessionSecrets[0] ?? ''),
    idempotencyKey: headers['idempotency-key'],
  }
  try {
    const { id, newProof } = await enqueueProof(em, asked, findRenderers, (storedId) => {
      if (piece.WaitForRender) waiting = finishedProofs.wait(storedId, waitLimitMs)
    })
    if (newProof) proofRelay.wake()
    let body = newProof ? showProof(newProof, linking(context)) : await getProof(em, id, linking(context))
    if (piece.WaitForRender && body.Status === 'rendering') {
      // The proof of an earlier request with the same key may still be in work.
      if (!newProof) waiting = finishedProofs.wait(id, waitLimitMs)
      await waiting?.over
      body = await getProof(em, id, linking(context))
    }
    const isOver = piece.WaitForRender === true && body.Status !== 'rendering'
    return { status: isOver ? (200 as const) : (202 as const), body, headers: { Location: `/v1/proofs/${id}` } }
  } finally {
    waiting?.stop()
  }
}

const fileLost = () => new ProblemError(410, 'file_lost', 'The file of this proof was lost. Create the proof again.')

export const publicPrintHandlers: PublicHandlers<
  'getProof' | 'getProofPdf' | 'getProofPage' | 'createQuote' | 'createSandboxKey'
> = {
  async getProof({ params }, context) {
    return getProof(context.em, params.id, linking(context))
  },

  async getProofPdf({ params: { id }, query }, { em, config, files }) {
    checkLink(config.sessionSecrets, `/v1/proofs/${id}/pdf`, query)
    const file = await files.read(await fileHashOf(em, id, query.Expires))
    if (!file) throw fileLost()
    return { body: file.bytes, headers: { 'Content-Disposition': `attachment; filename="${id}.pdf"` } }
  },

  async getProofPage({ params: { id, page }, query }, { em, config, files }) {
    checkLink(config.sessionSecrets, `/v1/proofs/${id}/png/${page}`, query)
    const file = await files.read(await fileHashOf(em, id, query.Expires, page))
    if (!file) throw fileLost()
    return file.bytes
  },

  async createQuote({ body }) {
    return { Currency: 'USD', Quotes: createQuote(body.Pieces) }
  },

  async createSandboxKey(_input, { em }) {
    return createSandboxKey(em)
  },
}

export const keyPrintHandlers: KeyHandlers<
  | 'createPostcard'
  | 'createLetter'
  | 'createPrintTemplate'
  | 'listPrintTemplates'
  | 'getPrintTemplate'
  | 'deletePrintTemplate'
  | 'createPrintTemplateVersion'
  | 'createPrintAsset'
  | 'listPrintAssets'
  | 'getCurrentSandboxKey'
  | 'createSandboxKeyContact'
> = {
  async createPostcard(input, context) {
    return proof('postcard', input, context)
  },

  async createLetter(input, context) {
    return proof('letter', input, context)
  },

  async createPrintTemplate({ body }, { em, printKey }) {
    return createTemplate(em, printKey.id, body)
  },

  async listPrintTemplates({ query }, { em, url, printKey }) {
    const page = await listTemplates(em, printKey.id, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async getPrintTemplate({ params }, { em, printKey }) {
    return getTemplate(em, printKey.id, params.id)
  },

  async deletePrintTemplate({ params }, { em, printKey }) {
    await deleteTemplate(em, printKey.id, params.id)
  },

  async createPrintTemplateVersion({ params, body }, { em, printKey }) {
    return addTemplateVersion(em, printKey.id, params.id, body.Html)
  },

  async createPrintAsset({ body }, { em, files, printKey }) {
    return uploadAsset(em, files, printKey.id, body)
  },

  async listPrintAssets({ query }, { em, url, printKey }) {
    const page = await listAssets(em, printKey.id, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async getCurrentSandboxKey(_input, { printKey: { id, prefix, scopes, createdAt, expiresAt } }) {
    return { Id: id, Prefix: prefix, Scopes: scopes, CreatedAt: createdAt, ExpiresAt: expiresAt }
  },

  async createSandboxKeyContact({ body }, { em, arrivals, printKey }) {
    await leaveContact(em, arrivals, printKey.id, body)
  },
}

const proofFaults =
  (kind: PieceKind) =>
  async (body: unknown, { em, printKey }: KeyContext) =>
    (await faultsOf(em, printKey?.id, kind, rightMembers(kind, body))).faults

/** What else is wrong with a body that its schema refuses, so that a caller learns everything at once. */
export const printBodyFaults: BodyFaults = {
  createPostcard: proofFaults('postcard'),
  createLetter: proofFaults('letter'),
}
