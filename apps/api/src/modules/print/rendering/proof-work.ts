import { buffer } from 'node:stream/consumers'
import type { PrintCheck, ProofTemplate } from '@app/contract'
import { specimenToken } from '@app/mail-piece/merge-fields'
import { specimenImb } from '@app/print-engine/service-types'
import { houseTemplates, isHouseTemplateId } from '@app/print-engine/house'
import type { PrintEngine, ProofCheck, TemplateSource } from '@app/print-engine/printing'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { type FileStore, keepFiles } from '../files/file-store.ts'
import { countProofFiles } from '../print-limits.ts'
import { postalAddressOf } from '../proofs/piece.ts'
import { mailClassOf, proofPrice } from '../quotes/quotes.ts'
import { type ClaimedProof, finishProof, type OnFinished } from './proof-rows.ts'

interface ProofMakerParts {
  em: EntityManager
  engine: PrintEngine
  files: FileStore
  onFinished: OnFinished
}

/** The result of an attempt. */
export interface Made {
  /** False when another renderer took the proof meanwhile. */
  isOurs: boolean
  /** Milliseconds of each step, and in total. */
  spans: Record<string, number>
}

/** Renders a queued proof into files and the columns of its row. */
export const proofMaker =
  ({ em, engine, files, onFinished }: ProofMakerParts) =>
  async (proof: ClaimedProof, signal: AbortSignal): Promise<Made> => {
    const begun = performance.now()
    const { size, postalClass, workspace, request } = proof
    const { to, from, values, templates } = request
    const made = await engine.proof(
      {
        size,
        sides: await Promise.all(templates.map((template) => sourceOf(em, template))),
        values,
        asset: (id) => assetOf(em, files, workspace, id),
        to: postalAddressOf(to),
        from: postalAddressOf(from),
        imbDigits: request.imb ?? specimenImb(to.Zip, mailClassOf(postalClass)),
        trackingToken: request.trackingToken ?? specimenToken,
      },
      signal,
    )
    const since = performance.now()
    const printed = [made.pdf, ...made.pages.map(({ png }) => png)]
    const bytes = printed.reduce((sum, { byteLength }) => sum + byteLength, 0)
    // Miscounting a few files is better than losing the proof.
    await countProofFiles(em, proof.caller, bytes).catch(() => {})
    return em.fork({ useContext: false }).transactional(async (transaction) => {
      await keepFiles(transaction)
      const [pdfHash = '', ...hashes] = await Promise.all(printed.map((file) => files.put(file).catch(ofStore)))
      const now = performance.now()
      const spans = { ...made.spans, store: now - since, total: now - begun }
      const isOurs = await finishProof(transaction, proof, {
        pdfHash,
        pages: made.pages.map(({ side, widthInches, heightInches }, index) => ({
          Side: side,
          Width: widthInches,
          Height: heightInches,
          hash: hashes[index] ?? '',
        })),
        checks: made.checks.map(checkOf),
        spans,
        price: proofPrice(size, postalClass, made.artPages),
      })
      if (isOurs) await onFinished(transaction, proof.id)
      return { isOurs, spans }
    })
  }

/** The file store could not write or read a file. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

const ofStore = (cause: unknown): never => {
  throw new StorageError('A file of a proof could not be stored or read', { cause })
}

const checkOf = ({ code, severity, page, box, detail, remedy }: ProofCheck): PrintCheck => ({
  Code: code,
  Severity: severity,
  Page: page ?? null,
  Box: box ? { Left: box.left, Top: box.top, Width: box.width, Height: box.height } : null,
  Detail: detail,
  Remedy: remedy,
})

async function sourceOf(em: EntityManager, { Id: id, Version: version }: ProofTemplate): Promise<TemplateSource> {
  if (isHouseTemplateId(id)) return { html: houseTemplates[id].html, trusted: true }
  const source = await tables(em)
    .selectFrom('print_template_version')
    .select('html')
    .where('template', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow(() => new Error('The template of a proof is gone'))
  return { html: source.html, trusted: false }
}

/** An image or font of the workspace. Assets of other workspaces are treated as missing. */
async function assetOf(em: EntityManager, files: FileStore, workspaceId: string | null, id: string) {
  if (workspaceId === null) return undefined
  const asset = await tables(em)
    .selectFrom('print_asset')
    .select(['fileHash', 'mediaType', 'font'])
    .where('id', '=', id)
    .where('workspace', '=', workspaceId)
    .executeTakeFirst()
  if (!asset) return undefined
  const { fileHash, mediaType, font } = asset
  const bytes = await files
    .read(fileHash)
    .then((file) => file && buffer(file))
    .catch(ofStore)
  return bytes && { mediaType, bytes, ...(font && { fontName: font.Name }) }
}
