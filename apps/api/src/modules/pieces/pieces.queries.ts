import { type Input, Piece, type PieceMode, PieceSummary, type TrackedPiece } from '@app/contract'
import { dollarsOf } from '@app/pricing'
import { sql } from 'kysely'
import * as Type from 'typebox'
import type { Config } from '../../config/config.ts'
import { keysetPage, type Page, dayConditions } from '../../db/keyset-page.ts'
import { dateText, instantText, columns, select, table } from '../../db/sql.ts'
import { notFound } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { PieceEntity } from '../../entities/pieces.entity.ts'
import { PrintProofEntity } from '../../entities/print.entity.ts'
import { eventsOf, modeOf } from '../messages/piece-events.queries.ts'
import { filesOf, linkEnd, type Linking } from '../print/proofs/proofs.queries.ts'
import type { StoredPiece } from './store-pieces.ts'

type PieceLinking = Linking & Pick<Config, 'siteOrigin'>

const piece = columns(PieceEntity, 'piece')
const proof = columns(PrintProofEntity, 'proof')

const trackingUrl = (siteOrigin: string, token: string) => `${siteOrigin}/track?piece=${token}`
const addressee = sql`(select jsonb_build_object('Name', "to" ->> 'Name', 'City', "to" ->> 'City', 'State', "to" ->> 'State', 'Zip', "to" ->> 'Zip')
  from ${table(PrintProofEntity)} as proof, lateral (select ${proof.request} -> 'to') as address ("to") where ${proof.id} = ${piece.proof})`

const expressions = (siteOrigin: string) => ({
  Id: piece.id,
  Mode: modeOf(piece.workspace),
  Status: piece.status,
  Size: piece.size,
  PostalClass: piece.postalClass,
  Description: piece.description,
  Metadata: piece.metadata,
  To: addressee,
  Price: sql`${piece.price}::float8 / 10000`,
  SendOn: dateText(piece.sendOn),
  CancelableUntil: instantText(piece.cancelableUntil),
  TrackingUrl: sql`${sql.lit(trackingUrl(siteOrigin, ''))} || ${piece.trackingToken}`,
  CreatedAt: instantText(piece.createdAt),
})

/** Nobody needs an exact count above this. */
const countCap = 10_000

type Query = Input<'listPieces'>['query']
type PieceFilter = Pick<Query, 'limit'> & { [Name in keyof Query]: Query[Name] | undefined }

export function listPieces(
  em: EntityManager,
  workspaceId: string,
  { limit, cursor, Status: statuses, From: from, To: to, Search: search }: PieceFilter,
  { siteOrigin, businessTimeZone }: Pick<Config, 'siteOrigin' | 'businessTimeZone'>,
): Promise<Page<PieceSummary>> {
  const where = [sql`${piece.workspace} = ${workspaceId}`]
  if (statuses) where.push(sql`${piece.status} = any(${statuses}::text[])`)
  where.push(...dayConditions(piece.createdAt, { from, to }, businessTimeZone))
  // The condition on metadata matches its index.
  if (search)
    where.push(sql`(${piece.id} = ${search} or
    (${piece.metadata} <> '{}' and jsonb_path_query_array(${piece.metadata}, '$.*') @> to_jsonb(${search}::text)))`)
  const selection = select(PieceEntity, PieceSummary, expressions(siteOrigin))
  return keysetPage(em, { entity: PieceEntity, selection, where, limit, cursor, countCap })
}

/** A piece that was just sent. Rereading it would cost three more queries. */
export function showSentPiece(
  { row, proof: file, price, eventId, createdAt, cancelableUntil }: StoredPiece,
  mode: PieceMode,
  siteOrigin: string,
): Piece {
  const { Name, City, State, Zip } = file.request.to
  const common = { Mode: mode, Metadata: row.metadata, CreatedAt: createdAt }
  const created = { Number: 1, Type: 'piece.created' as const, Zip: null, OccurredAt: createdAt }
  return {
    ...common,
    Id: row.id,
    Status: 'checking',
    Size: row.size,
    PostalClass: row.postalClass,
    Description: row.description,
    To: { Name, City, State, Zip },
    Price: price === null ? null : dollarsOf(BigInt(price)),
    SendOn: row.sendOn,
    CancelableUntil: cancelableUntil,
    TrackingUrl: trackingUrl(siteOrigin, row.trackingToken),
    Proof: { Id: file.id, Sha256: null, PdfUrl: null, Pages: [] },
    Checks: [],
    Rejection: null,
    Test: row.test,
    Events: [{ ...common, ...created, Id: eventId, PieceId: row.id }],
  }
}

const InDetail = Type.Omit(Piece, ['Proof', 'Checks', 'Events'])

/** @throws {ProblemError} 404 when the workspace has no such piece */
export async function getPiece(
  em: EntityManager,
  workspaceId: string,
  id: string,
  linking: PieceLinking,
): Promise<Piece> {
  const shown = select(PieceEntity, InDetail, {
    ...expressions(linking.siteOrigin),
    Rejection: piece.rejection,
    Test: piece.test,
  })
  const found = await shown.readOne(em, sql`where ${piece.id} = ${id} and ${piece.workspace} = ${workspaceId}`, () =>
    notFound('piece'),
  )
  const file = await tables(em)
    .selectFrom('print_proof')
    .innerJoin('piece', 'piece.proof', 'print_proof.id')
    .select(['print_proof.id', 'print_proof.pdfHash', 'print_proof.pages', 'print_proof.checks'])
    .select(linkEnd.as('linkEnd'))
    .where('piece.id', '=', id)
    .executeTakeFirst()
  return {
    ...found,
    Proof: file ? { Id: file.id, Sha256: file.pdfHash, ...filesOf(file, linking) } : null,
    Checks: file?.checks ?? [],
    Events: await eventsOf(em, id),
  }
}

/** The account and workspace of a piece. @throws {ProblemError} 404 when no account has this piece */
export async function findPieceAccount(em: EntityManager, id: string) {
  const found = await tables(em)
    .selectFrom('piece')
    .innerJoin('workspace', 'workspace.id', 'piece.workspace')
    .innerJoin('customer_account', 'customer_account.id', 'workspace.account')
    .select(['workspace.id as workspaceId', 'customer_account.id', 'customer_account.name'])
    .where('piece.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('piece'))
  const { workspaceId, ...account } = found
  return { account, workspaceId }
}

/** The public tracking page of a piece, without names and addresses. @throws {ProblemError} 404 */
export async function getTrackedPiece(em: EntityManager, token: string, linking: Linking): Promise<TrackedPiece> {
  const db = tables(em)
  const found = await db
    .selectFrom('piece')
    .innerJoin('workspace', 'workspace.id', 'piece.workspace')
    .leftJoin('print_proof', 'print_proof.id', 'piece.proof')
    .leftJoin('print_template_version as front', (join) =>
      join
        .on((eb) => eb('front.template', '=', sql<string>`${eb.ref('print_proof.request')} #>> '{templates,0,Id}'`))
        .on((eb) =>
          eb('front.version', '=', sql<number>`(${eb.ref('print_proof.request')} #>> '{templates,0,Version}')::int`),
        ),
    )
    .select(['piece.id', 'piece.kind', 'piece.status', 'piece.size', 'workspace.mode', 'front.fields'])
    .select(['print_proof.id as proofId', 'print_proof.pdfHash', 'print_proof.pages', linkEnd.as('linkEnd')])
    .where('piece.trackingToken', '=', token)
    .executeTakeFirst()
  if (!found || found.mode === 'sandbox') throw notFound('piece')
  const { id, kind, status, size, mode, fields, proofId, pdfHash, pages, linkEnd: end } = found
  const events = await db
    .selectFrom('piece_event')
    .select(['type', 'occurredAt'])
    .where('piece', '=', id)
    .orderBy('number')
    .execute()
  // The first page of a letter shows the address, and a merge field may print a name, as in the built-in templates.
  const isShown = kind === 'postcard' && fields?.length === 0 && proofId && pages
  const [front] = isShown ? filesOf({ id: proofId, pdfHash, pages, linkEnd: end }, linking).Pages : []
  return {
    Mode: mode,
    Status: status,
    Size: size,
    PngUrl: front?.PngUrl ?? null,
    States: events.map(({ type, occurredAt }) => ({ Type: type, At: occurredAt.toISOString() })),
  }
}
