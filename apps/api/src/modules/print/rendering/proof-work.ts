import { buffer } from 'node:stream/consumers'
import type { PrintCheck } from '@app/contract'
import type { PostalAddress } from '@app/mail-piece/address'
import type { PrintEngine, ProofCheck, TemplateSource } from '@app/print-engine/printing'
import { houseTemplates } from '@app/print-engine/house'
import { specimenImb } from '@app/print-engine'
import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import type { FileStore } from '../files/file-store.ts'
import { whileFilesStay } from '../files/unnamed-files.ts'
import { proofPrice } from '../quotes/quotes.ts'
import { type ClaimedProof, finishProof } from './proof-queue.ts'

interface ProofMakerParts {
  pool: Pool
  engine: PrintEngine
  files: FileStore
}

/** How an attempt ended. */
export interface Made {
  /** False when another renderer took the proof meanwhile. */
  isOurs: boolean
  /** Milliseconds of each step, and in total. */
  spans: Record<string, number>
}

/** Turns a proof of the queue into files, and into what its row holds when it is ready. */
export const proofMaker =
  ({ pool, engine, files }: ProofMakerParts) =>
  async (proof: ClaimedProof, signal: AbortSignal): Promise<Made> => {
    const begun = performance.now()
    const { size, postalClass, keyId, request } = proof
    const { to, from, values, templates } = request
    const made = await engine.proof(
      {
        size,
        sides: await Promise.all(templates.map((template) => sourceOf(pool, template))),
        values,
        asset: (id) => assetOf(pool, files, keyId, id),
        to: postalAddressOf(to),
        from: postalAddressOf(from),
        imbDigits: specimenImb(to.Zip),
      },
      signal,
    )
    const since = performance.now()
    return whileFilesStay(pool, async (client) => {
      const store = (bytes: Uint8Array) =>
        files.put(bytes).catch((cause: unknown) => {
          throw new StorageError('A file of a proof could not be stored', { cause })
        })
      const [pdfHash = '', ...hashes] = await Promise.all([made.pdf, ...made.pages.map(({ png }) => png)].map(store))
      const now = performance.now()
      const spans = { ...made.spans, store: now - since, total: now - begun }
      const isOurs = await finishProof(client, proof, {
        pdfHash,
        pages: made.pages.map(({ side, widthInches, heightInches }, index) => ({
          Side: side,
          Width: widthInches,
          Height: heightInches,
          hash: hashes[index] ?? '',
        })),
        checks: made.checks.map(checkOf),
        spans,
        price: proofPrice(size, postalClass, made.pages.length),
      })
      return { isOurs, spans }
    })
  }

/** The file store could not take a file. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

const postalAddressOf = (address: ClaimedProof['request']['to']): PostalAddress => ({
  name: address.Name,
  street: address.AddressLine1,
  ...(address.AddressLine2 && { unit: address.AddressLine2 }),
  city: address.City,
  state: address.State,
  zip: address.Zip,
})

const checkOf = ({ code, severity, page, box, detail, remedy }: ProofCheck): PrintCheck => ({
  Code: code,
  Severity: severity,
  Page: page,
  Box: box && { Left: box.left, Top: box.top, Width: box.width, Height: box.height },
  Detail: detail,
  Remedy: remedy,
})

const sources = checkedRows(Type.Object({ html: Type.String() }))

async function sourceOf(
  pool: Pool,
  { Id: id, Version: version }: { Id: string; Version: number },
): Promise<TemplateSource> {
  const ofHouse = Object.entries(houseTemplates).find(([known]) => known === id)?.[1]
  if (ofHouse) return { html: ofHouse.html, trusted: true }
  const { rows } = await pool.query('select html from print_template_version where template_id = $1 and version = $2', [
    id,
    version,
  ])
  const [source] = sources(rows)
  if (!source) throw new Error('The template of a proof is gone')
  return { html: source.html, trusted: false }
}

const assets = checkedRows(Type.Object({ hash: Type.String(), mediaType: Type.String() }))

/** An image of the key's own. Those of other keys do not exist for it. */
async function assetOf(pool: Pool, files: FileStore, keyId: string | null, id: string) {
  if (keyId === null) return undefined
  const { rows } = await pool.query(
    'select file_hash as hash, media_type as "mediaType" from print_asset where id = $1 and key_id = $2',
    [id, keyId],
  )
  const [asset] = assets(rows)
  const file = asset && (await files.read(asset.hash))
  return asset && file ? { mediaType: asset.mediaType, bytes: await buffer(file.bytes) } : undefined
}
