import type { Input } from '@app/contract'
import { callerOf } from '../config/network.ts'
import { attachment, pageResponse, replayable } from '../http/responses.ts'
import { ProblemError } from '../errors/errors.ts'
import { assertScopes } from '../http/serve-keyed.ts'
import type { BodyFaults, KeyContext, Handlers } from './context.ts'
import { getPiece, showSentPiece } from '../modules/pieces/pieces.queries.ts'
import type { Sender } from '../modules/pieces/send-piece.service.ts'
import { getAsset, listAssets } from '../modules/print/assets/assets.queries.ts'
import { deleteAsset, uploadAsset } from '../modules/print/assets/assets.service.ts'
import { namedNetwork } from '../modules/print/caller.ts'
import { checkLink } from '../modules/print/files/signed-links.ts'
import { createSandboxKey, leaveContact, revokeKey } from '../modules/print/keys/keys.service.ts'
import { faultsOf } from '../modules/print/proofs/faults.ts'
import { isObject, type PieceKind, rightMembers } from '../modules/print/proofs/piece.ts'
import { fileHashOf, getProof, showProof } from '../modules/print/proofs/proofs.queries.ts'
import { enqueueProof } from '../modules/print/proofs/proofs.service.ts'
import { createQuote } from '../modules/print/quotes/quotes.ts'
import { getTemplate, listTemplates } from '../modules/print/templates/templates.queries.ts'
import { addTemplateVersion, createTemplate, deleteTemplate } from '../modules/print/templates/templates.service.ts'
import type { Written } from '../modules/print/write-once.ts'
import { listRenderers } from '../modules/print/renderers/renderers.queries.ts'
import * as queries from '../modules/print/admin/print-admin.queries.ts'

/** Maximum wait of WaitForRender, regardless of the proof's state. */
const waitLimitMs = 10_000

type PieceRequest = Input<'createPostcard'> | Input<'createLetter'>

type Addressed = Pick<KeyContext, 'config' | 'clientAddress'>

const callerFrom = <Id extends string | undefined>({ config, clientAddress }: Addressed, workspaceId: Id) => ({
  ...namedNetwork(callerOf(clientAddress), config.sessionSecrets),
  workspaceId,
})

type WithKey = KeyContext & { printKey: NonNullable<KeyContext['printKey']> }

/** The parts common to every keyed write. */
const writeOf = (headers: { 'idempotency-key'?: string }, context: WithKey) => ({
  caller: callerFrom(context, context.printKey.workspace.id),
  idempotencyKey: headers['idempotency-key'],
  limits: context.printLimits,
})

/** Sends the piece if the key belongs to an account, and proofs it otherwise. */
const create = (kind: PieceKind, input: PieceRequest, context: KeyContext) => {
  const { printKey } = context
  const { id, mode } = printKey?.workspace ?? {}
  const isSent = input.body.DryRun !== true && printKey && id !== undefined && mode !== undefined && mode !== 'sandbox'
  if (!isSent) return proof(kind, input, context)
  // A proof requires fewer scopes.
  assertScopes(printKey, ['pieces'])
  return send(kind, input, context, { keyId: printKey.id, caller: callerFrom(context, id), workspace: { id, mode } })
}

async function send(kind: PieceKind, { body: piece, headers }: PieceRequest, context: KeyContext, sender: Sender) {
  const { em, config, finishedProofs, proofRelay, sendPiece } = context
  const order = { kind, piece, idempotencyKey: headers['idempotency-key'] }
  const { id, stored } = await sendPiece(em, sender, order)
  if (stored) proofRelay.wake()
  let body = stored
    ? showSentPiece(stored, sender.workspace.mode, config.siteOrigin)
    : await getPiece(em, sender.workspace.id, id, config)
  if (piece.WaitForRender && body.Status === 'checking' && body.Proof) {
    await finishedProofs.wait(body.Proof.Id, waitLimitMs)
    body = await getPiece(em, sender.workspace.id, id, config)
  }
  const { headers: replayed } = replayable(body, stored !== undefined)
  return { status: 201 as const, body, headers: { ...replayed, Location: `/v1/pieces/${id}` } }
}

async function proof(kind: PieceKind, { body: piece, headers: sent }: PieceRequest, context: KeyContext) {
  const { em, config, printKey, finishedProofs, proofRelay } = context
  const caller = callerFrom(context, printKey?.workspace.id)
  const asked = { kind, piece, caller, idempotencyKey: sent['idempotency-key'] }
  const { id, newProof } = await enqueueProof(em, asked, context)
  if (newProof) proofRelay.wake()
  let body = newProof ? showProof(newProof, config) : await getProof(em, id, config)
  if (piece.WaitForRender && body.Status === 'rendering') {
    await finishedProofs.wait(id, waitLimitMs)
    body = await getProof(em, id, config)
  }
  const isOver = piece.WaitForRender === true && body.Status !== 'rendering'
  const { headers: replayed } = replayable(body, newProof !== undefined)
  const headers = { ...replayed, Location: `/v1/proofs/${id}` }
  return { status: isOver ? (200 as const) : (202 as const), body, headers }
}

/** The response to a write that runs once per Idempotency-Key. */
async function written<Body>(write: Promise<Written<Body>>) {
  const { response, isNew } = await write
  return replayable(response, isNew)
}

const fileLost = () => new ProblemError(410, 'file_lost', 'The file of this proof was lost. Create the proof again.')

export const printHandlers = {
  getProof: ({ params }, { em, config }) => getProof(em, params.id, config),

  async getProofPdf({ params: { id }, query }, { em, config, files }) {
    checkLink(config.sessionSecrets, `/v1/proofs/${id}/pdf`, query)
    const file = await files.read(await fileHashOf(em, id, query.Expires))
    if (!file) throw fileLost()
    return { body: file, headers: attachment(`${id}.pdf`) }
  },

  async getProofPage({ params: { id, page }, query }, { em, config, files }) {
    checkLink(config.sessionSecrets, `/v1/proofs/${id}/png/${page}`, query)
    const file = await files.read(await fileHashOf(em, id, query.Expires, page))
    if (!file) throw fileLost()
    return file
  },

  createQuote: async ({ body }) => ({ Currency: 'USD', Quotes: createQuote(body.Pieces) }),

  async createSandboxKey({ headers }, context) {
    const write = { caller: callerFrom(context, undefined), idempotencyKey: headers['idempotency-key'] }
    return written(createSandboxKey(context.em, { ...write, secrets: context.config.sessionSecrets }))
  },

  createPostcard: (input, context) => create('postcard', input, context),
  createLetter: (input, context) => create('letter', input, context),

  async createPrintTemplate({ body, headers }, context) {
    return written(createTemplate(context.em, writeOf(headers, context), body))
  },

  listPrintTemplates: ({ query }, { em, url, printKey }) =>
    pageResponse(url, listTemplates(em, printKey.workspace.id, query)),
  getPrintTemplate: ({ params }, { em, printKey }) => getTemplate(em, printKey.workspace.id, params.id),
  deletePrintTemplate: ({ params }, { em, printKey }) => deleteTemplate(em, printKey.workspace.id, params.id),

  async createPrintTemplateVersion({ params, body, headers }, context) {
    return written(addTemplateVersion(context.em, writeOf(headers, context), params.id, body.Html))
  },

  async createPrintAsset({ body, headers }, context) {
    const upload = { ...writeOf(headers, context), store: context.files }
    return written(uploadAsset(context.em, upload, body))
  },

  getPrintAsset: ({ params }, { em, printKey }) => getAsset(em, printKey.workspace.id, params.id),
  deletePrintAsset: ({ params }, { em, files, printKey }) => deleteAsset(em, files, printKey.workspace.id, params.id),
  listPrintAssets: ({ query }, { em, url, printKey }) =>
    pageResponse(url, listAssets(em, printKey.workspace.id, query)),

  async getCurrentSandboxKey(_input, { printKey: { id, prefix, workspace, scopes, createdAt, expiresAt } }) {
    return { Id: id, Prefix: prefix, Mode: workspace.mode, Scopes: scopes, CreatedAt: createdAt, ExpiresAt: expiresAt }
  },

  async createSandboxKeyContact({ body, headers }, context) {
    const { isNew } = await leaveContact(context.em, context.arrivals, writeOf(headers, context), body)
    return replayable(undefined, isNew)
  },

  getPrintStats: ({ query }, { em, config }) => queries.getStats(em, query.days, config.businessTimeZone),
  listRenderers: (_input, { em }) => listRenderers(em),
  listSandboxKeys: ({ query }, { em, url }) => pageResponse(url, queries.listKeys(em, query)),
  revokeSandboxKey: ({ params }, { em, staff }) => revokeKey(em, staff, params.id),
} satisfies Handlers

const proofFaults = (kind: PieceKind) => async (body: unknown, context: KeyContext) => {
  const given = isObject(body) ? body : {}
  const caller = callerFrom(context, context.printKey?.workspace.id)
  return (await faultsOf(context.em, caller, kind, rightMembers(kind, given), given)).faults
}

/** Finds further errors in a body that its schema rejects, so that one response lists all of them. */
export const printBodyFaults: BodyFaults = {
  createPostcard: proofFaults('postcard'),
  createLetter: proofFaults('letter'),
}
