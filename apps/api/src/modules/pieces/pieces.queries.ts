import { type Input, type Piece, PieceEvent, type PieceMode, PieceSummary, type TrackedPiece } from '@app/contract'
import { dollarsOf } from '@app/pricing'
import { sql } from 'kysely'
import { keysetPage, type Page, dayConditions } from '../../db/keyset-page.ts'
import { dateText, instantText, columns, type Fragment, type RowOf, select, table } from '../../db/sql.ts'
import { notFound } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { PieceEntity } from '../../entities/pieces.entity.ts'
import { PrintProofEntity, type StoredRequest } from '../../entities/print.entity.ts'
import { modeOf } from '../messages/piece-events.queries.ts'
import { filesOf, linkEnd, type Linking } from '../print/proofs/proofs.queries.ts'
import type { StoredPiece } from './store-pieces.ts'

/** The settings for URLs in a piece. */
export interface PieceLinking extends Linking {
  /** Origin of the public site. */
  siteOrigin: string
}

const piece = columns(PieceEntity, 'piece')
const proof = columns(PrintProofEntity, 'proof')

const trackingUrl = (siteOrigin: string) => sql`${sql.lit(`${siteOrigin}/track?piece=`)} || ${piece.trackingToken}`
const addressee = sql`(select jsonb_build_object('Name', "to" ->> 'Name', 'City', "to" ->> 'City', 'State', "to" ->> 'State', 'Zip', "to" ->> 'Zip')
  from ${table(PrintProofEntity)} as proof, lateral (select ${proof.request} -> 'to') as address ("to") where ${proof.id} = ${piece.proof})`
const dollars = (units: Fragment) => sql`${units}::float8 / 10000`

const expressions = (siteOrigin: string) => ({
  Id: piece.id,
  Mode: modeOf(piece.workspace),
  Status: piece.status,
  Size: piece.size,
  PostalClass: piece.postalClass,
  Description: piece.description,
  Metadata: piece.metadata,
  To: addressee,
  Price: dollars(piece.price),
  SendOn: dateText(piece.sendOn),
  CancelableUntil: instantText(piece.cancelableUntil),
  TrackingUrl: trackingUrl(siteOrigin),
  CreatedAt: instantText(piece.createdAt),
})

/** Nobody counts a hundred thousand pieces on a page. */
const countCap = 10_000

/** One page of a workspace's pieces, newest first. */
export function listPieces(
  em: EntityManager,
  workspaceId: string,
  { limit, cursor, Status: statuses, From: from, To: to, Search: search }: Input<'listPieces'>['query'],
  { siteOrigin, timeZone }: { siteOrigin: string; timeZone: string },
): Promise<Page<PieceSummary>> {
  const where = [sql`${piece.workspace} = ${workspaceId}`]
  if (statuses) where.push(sql`${piece.status} = any(${statuses}::text[])`)
  where.push(...dayConditions(piece.createdAt, { ...(from && { from }), ...(to && { to }) }, timeZone))
  // The condition on metadata is that of the index.
  if (search)
    where.push(sql`(${piece.id} = ${search} or
    (${piece.metadata} <> '{}' and jsonb_path_query_array(${piece.metadata}, '$.*') @> to_jsonb(${search}::text)))`)
  const selection = select(PieceEntity, PieceSummary, expressions(siteOrigin))
  return keysetPage(em, { entity: PieceEntity, selection, where, limit, cursor, countCap })
}

/** The contract's members of a piece, from its rows. */
interface ShownPiece {
  id: string
  mode: PieceMode
  status: Piece['Status']
  row: Pick<
    RowOf<typeof PieceEntity>,
    'size' | 'postalClass' | 'description' | 'metadata' | 'price' | 'sendOn' | 'trackingToken' | 'rejection' | 'test'
  >
  /** ISO text. */
  cancelableUntil: string
  createdAt: string
  to: StoredRequest['to'] | undefined
  proof: Piece['Proof']
  checks: Piece['Checks']
  events: Pick<PieceEvent, 'Id' | 'Number' | 'Type' | 'Zip' | 'OccurredAt' | 'CreatedAt'>[]
}

function showPiece(
  { id, mode, status, row, to, proof, checks, events, ...times }: ShownPiece,
  siteOrigin: string,
): Piece {
  return {
    Id: id,
    Mode: mode,
    Status: status,
    Size: row.size,
    PostalClass: row.postalClass,
    Description: row.description,
    Metadata: row.metadata,
    To: to ? { Name: to.Name, City: to.City, State: to.State, Zip: to.Zip } : null,
    Price: row.price === null ? null : dollarsOf(BigInt(row.price)),
    SendOn: row.sendOn,
    CancelableUntil: times.cancelableUntil,
    TrackingUrl: `${siteOrigin}/track?piece=${row.trackingToken}`,
    CreatedAt: times.createdAt,
    Proof: proof,
    Checks: checks,
    Rejection: row.rejection,
    Test: row.test,
    Events: events.map((one) => ({ ...one, PieceId: id, Mode: mode, Metadata: row.metadata })),
  }
}

/** A piece that was just sent. Reading it again would cost three more queries. */
export function showSentPiece(
  { row, proof: file, price, eventId, createdAt, cancelableUntil }: StoredPiece,
  mode: PieceMode,
  siteOrigin: string,
): Piece {
  const event = { Id: eventId, Number: 1, Type: 'piece.created' as const, Zip: null }
  return showPiece(
    {
      id: row.id,
      mode,
      status: 'checking',
      row: { ...row, price, rejection: null },
      cancelableUntil,
      createdAt,
      to: file.request.to,
      proof: { Id: file.id, Sha256: null, PdfUrl: null, Pages: [] },
      checks: [],
      events: [{ ...event, OccurredAt: createdAt, CreatedAt: createdAt }],
    },
    siteOrigin,
  )
}

/** @throws {ProblemError} 404 when the workspace has no such piece */
export async function getPiece(
  em: EntityManager,
  { id: workspaceId, mode }: { id: string; mode: PieceMode },
  id: string,
  linking: PieceLinking,
): Promise<Piece> {
  const db = tables(em)
  const row = await db
    .selectFrom('piece')
    .selectAll()
    .where('id', '=', id)
    .where('workspace', '=', workspaceId)
    .executeTakeFirstOrThrow(() => notFound('piece'))
  const file =
    row.proof === null
      ? undefined
      : await db
          .selectFrom('print_proof')
          .select(['id', 'pdfHash', 'pages', 'checks', 'request', linkEnd.as('linkEnd')])
          .where('id', '=', row.proof)
          .executeTakeFirst()
  const events = await db.selectFrom('piece_event').selectAll().where('piece', '=', id).orderBy('number').execute()
  return showPiece(
    {
      id,
      mode,
      status: row.status,
      row,
      cancelableUntil: row.cancelableUntil.toISOString(),
      createdAt: row.createdAt.toISOString(),
      to: file?.request.to,
      proof: file ? { Id: file.id, Sha256: file.pdfHash, ...filesOf(file, linking) } : null,
      checks: file?.checks ?? [],
      events: events.map((one) => ({
        Id: one.id,
        Number: one.number,
        Type: one.type,
        Zip: one.zip,
        OccurredAt: one.occurredAt.toISOString(),
        CreatedAt: one.createdAt.toISOString(),
      })),
    },
    linking.siteOrigin,
  )
}

/** The account of a piece, and its workspace. @throws {ProblemError} 404 when no account has this piece */
export async function findPieceAccount(em: EntityManager, id: string) {
  const found = await tables(em)
    .selectFrom('piece')
    .innerJoin('workspace', 'workspace.id', 'piece.workspace')
    .innerJoin('customer_account', 'customer_account.id', 'workspace.account')
    .select(['workspace.id as workspaceId', 'workspace.mode', 'customer_account.id', 'customer_account.name'])
    .where('piece.id', '=', id)
    .executeTakeFirst()
  if (!found || found.mode === 'sandbox') throw notFound('piece')
  const { workspaceId, mode, ...account } = found
  return { account, workspace: { id: workspaceId, mode } }
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
  // The first page of a letter has the address, and a merge field may print a name, as those of the built-in templates do.
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

/** True while the print file of a piece is being rendered and checked. */
export async function isChecking(em: EntityManager, id: string): Promise<boolean> {
  const found = await tables(em).selectFrom('piece').select('status').where('id', '=', id).executeTakeFirst()
  return found?.status === 'checking'
}
