import type { Proof } from '@app/contract'
import { isLetterSize } from '@app/mail-piece/formats'
import { sql } from 'kysely'
import type { Config } from '../../../config/config.ts'
import { columns } from '../../../db/sql.ts'
import { notFound } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { linkExpired, signedLink } from '../files/signed-links.ts'
import { PrintProofEntity } from '../../../entities/print.entity.ts'

const { expiresAt: ends } = columns(PrintProofEntity)

/** A link lasts an hour. Reading the proof again returns a new link. */
export const linkEnd = sql<number>`floor(extract(epoch from least(${ends}, now() + interval '1 hour')))::float8`

const isKept = sql<boolean>`${ends} > now()`

/** The settings for links to a proof's files. */
export type Linking = Pick<Config, 'apiOrigin' | 'sessionSecrets'>

const findProof = (em: EntityManager, id: string) =>
  tables(em)
    .selectFrom('print_proof')
    .select(['id', 'size', 'postalClass', 'description', 'request', 'price', 'status', 'failureCode', 'failureDetail'])
    .select(['checks', 'pages', 'pdfHash', 'createdAt', 'expiresAt'])
    .select(linkEnd.as('linkEnd'))
    .where('id', '=', id)
    .where(isKept)
    .executeTakeFirstOrThrow(() => notFound('proof'))

/** The columns of a proof that its caller sees. `linkEnd` is a Unix time in seconds. */
export type ShownRow = Awaited<ReturnType<typeof findProof>>

function priceReasonOf({ size, status }: ShownRow): Proof['PriceReason'] {
  if (!isLetterSize(size)) return 'on_request'
  return status === 'ready' ? 'too_many_pages' : 'pages_not_counted'
}

const unknownFailure = 'The proof could not be rendered. Send the request again.'

/**
 * Anyone with the id of a proof can read it. Excludes print files of pieces, because the public URL of their image
 * contains the id.
 * @throws {ProblemError} 404 when it does not exist or has expired.
 */
export async function getProof(em: EntityManager, id: string, linking: Linking): Promise<Proof> {
  const piece = await tables(em).selectFrom('piece').select('id').where('proof', '=', id).executeTakeFirst()
  if (piece) throw notFound('proof')
  return showProof(await findProof(em, id), linking)
}

/** Newly signed links to the PDF of a proof and to its page images. */
export function filesOf(
  { id, pdfHash, pages, linkEnd: end }: Pick<ShownRow, 'id' | 'pdfHash' | 'pages' | 'linkEnd'>,
  { apiOrigin, sessionSecrets }: Linking,
): Pick<Proof, 'PdfUrl' | 'Pages'> {
  const linkTo = (path: string) => signedLink(sessionSecrets, `${apiOrigin}/v1/proofs/${id}/${path}`, end)
  return {
    PdfUrl: pdfHash === null ? null : linkTo('pdf'),
    Pages: pages.map(({ Side, Width, Height }, index) => ({
      Page: index + 1,
      Side,
      Width,
      Height,
      PngUrl: linkTo(`png/${index + 1}`),
    })),
  }
}

export function showProof(proof: ShownRow, linking: Linking): Proof {
  const { id, failureCode, failureDetail, expiresAt } = proof
  return {
    Id: id,
    Status: proof.status,
    Size: proof.size,
    PostalClass: proof.postalClass,
    Description: proof.description,
    Templates: proof.request.templates,
    Price: proof.price,
    PriceReason: proof.price ? null : priceReasonOf(proof),
    ...filesOf(proof, linking),
    Checks: proof.checks,
    Failure: failureCode === null ? null : { Code: failureCode, Detail: failureDetail ?? unknownFailure },
    CreatedAt: proof.createdAt.toISOString(),
    ExpiresAt: expiresAt.toISOString(),
  }
}

/**
 * The hash of a proof's file: its PDF, or the image of a page.
 * @throws {ProblemError} 403 when the link has expired, 404 when there is no such file
 */
export async function fileHashOf(em: EntityManager, id: string, linkEnds: number, page?: number): Promise<string> {
  const found = await tables(em)
    .selectFrom('print_proof')
    .select(['pdfHash', 'pages'])
    .select(sql<boolean>`to_timestamp(${linkEnds}) <= now()`.as('isOver'))
    .where('id', '=', id)
    .where(isKept)
    .executeTakeFirst()
  if (found?.isOver) throw linkExpired()
  const hash = page === undefined ? found?.pdfHash : found?.pages[page - 1]?.hash
  if (!hash) throw notFound('proof file')
  return hash
}
