import { type Input, PrintRun, type PrintRunDetail, PrintRunFile, PrintRunPiece } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { csvFile } from '../../../db/csv.ts'
import { keysetPage, type Page, type Where } from '../../../db/keyset-page.ts'
import { foldedSql } from '../../../db/folded-text.ts'
import { reader, columns, type Fragment, select, table, dateText } from '../../../db/sql.ts'
import { searchCondition } from '../../../db/search.ts'
import { notFound, ProblemError } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { CustomerAccountEntity, WorkspaceEntity } from '../../../entities/customers.entity.ts'
import { PieceEntity } from '../../../entities/pieces.entity.ts'
import { PrintRunEntity, PrintRunFileEntity, PrintRunPieceEntity } from '../../../entities/production.entity.ts'
import { PrintProofEntity } from '../../../entities/print.entity.ts'
import { withItsLastChange } from '../../changes/changes.queries.ts'

const printRun = columns(PrintRunEntity, PrintRunEntity.tableName)
const file = columns(PrintRunFileEntity, PrintRunFileEntity.tableName)
const place = columns(PrintRunPieceEntity, PrintRunPieceEntity.tableName)
const other = columns(PrintRunPieceEntity, 'other')
const piece = columns(PieceEntity, 'piece')
const proof = columns(PrintProofEntity, 'proof')
const workspace = columns(WorkspaceEntity, 'workspace')
const account = columns(CustomerAccountEntity, 'account')

const filesWhere = (condition: Fragment) =>
  sql`(select count(*)::int from ${table(PrintRunFileEntity)} where ${file.run} = ${printRun.id} and ${condition})`

/** One plus the number of times that pieces left a run. Pieces that left together count once. */
const revisionWhere = (condition: Fragment) =>
  sql<number>`(select 1 + count(distinct ${other.spoiledAt})::int from ${table(PrintRunPieceEntity)} as other where ${condition})`
const runRevision = revisionWhere(sql`${other.run} = ${printRun.id}`)

const barcodeOf = (pieceId: Fragment) =>
  sql`(select ${piece.tracking} || ${piece.routing} from ${table(PieceEntity)} as piece where ${piece.id} = ${pieceId})`
const barcodeAtEnd = (places: Fragment, order: Fragment) =>
  barcodeOf(sql`(select ${other.piece} ${places} order by ${other.place} ${order} limit 1)`)

/** The pieces of this run. */
const inThisRun = sql`from ${table(PrintRunPieceEntity)} as other
  where ${other.run} = ${printRun.id} and ${other.spoiledAt} is null`

const listedRun = select(PrintRunEntity, PrintRun, {
  firstBarcode: barcodeAtEnd(inThisRun, sql`asc`),
  lastBarcode: barcodeAtEnd(inThisRun, sql`desc`),
  revision: runRevision,
  mailedOn: dateText(printRun.mailedOn),
  files: filesWhere(sql`true`),
  preparedFiles: filesWhere(sql`${file.preparedAt} is not null`),
  failedFiles: filesWhere(sql`${file.failure} is not null`),
})

export function listPrintRuns(
  em: EntityManager,
  { limit, cursor, status }: Input<'listPrintRuns'>['query'],
): Promise<Page<PrintRun>> {
  const where = status ? [sql`${printRun.status} = ${status}`] : []
  return keysetPage(em, { entity: PrintRunEntity, selection: listedRun, where, limit, cursor })
}

/**
 * True when a piece is in its run's file. False when it was spoiled before the run was printed, or when its print file
 * is lost, without which the file could never be remade.
 */
export const isInFile = (spoiledAt: Fragment, isFileLost: Fragment, printedAt: Fragment) =>
  sql<boolean>`(${spoiledAt} is null or (not ${isFileLost} and ${spoiledAt} > ${printedAt}))`

const printedAt = sql`(select ${printRun.printedAt} from ${table(PrintRunEntity)} where ${printRun.id} = ${file.run})`
const placedInFile = sql`${other.run} = ${file.run} and ${other.file} = ${file.number}`
const isInThisFile = isInFile(other.spoiledAt, other.isFileLost, printedAt)
const inThisFile = sql`from ${table(PrintRunPieceEntity)} as other where ${placedInFile} and ${isInThisFile}`
const fileRevision = revisionWhere(sql`${placedInFile} and ${isInThisFile} is not true`)
const ofPiecesInIt = (aggregate: Fragment) => sql`(select coalesce(${aggregate}, 0)::int ${inThisFile})`

const listedFile = select(PrintRunFileEntity, PrintRunFile, {
  state: sql`case when ${file.failure} is not null then 'failed' when ${file.preparedAt} is null then 'waiting'
    when ${file.hash} is not null then 'ready' when ${file.pieces} = 0 then 'empty' else 'deleted' end`,
  revision: fileRevision,
  // The stored number dates from when the file was last made.
  pieces: ofPiecesInIt(sql`count(*)`),
  sheets: ofPiecesInIt(sql`sum(${other.sheets})`),
  minSheets: ofPiecesInIt(sql`min(${other.sheets})`),
  maxSheets: ofPiecesInIt(sql`max(${other.sheets})`),
  firstBarcode: barcodeAtEnd(inThisFile, sql`asc`),
  lastBarcode: barcodeAtEnd(inThisFile, sql`desc`),
  sha256: file.hash,
})

/** @throws {ProblemError} 404 */
export async function getPrintRun(em: EntityManager, id: string): Promise<PrintRunDetail> {
  const found = await listedRun.readOne(em, sql`where ${printRun.id} = ${id}`, () => notFound('print run'))
  const parts = await listedFile.read(em, sql`where ${file.run} = ${id} order by ${file.number}`)
  return { ...(await withItsLastChange(em, found)), parts }
}

const ofPiece = (value: Fragment) =>
  sql`(select ${value} from ${table(PieceEntity)} as piece where ${piece.id} = ${place.piece})`

const listedPiece = select(PrintRunPieceEntity, PrintRunPiece, {
  pieceId: place.piece,
  account: sql`(select ${account.name} from ${table(PieceEntity)} as piece
    join ${table(WorkspaceEntity)} as workspace on ${workspace.id} = ${piece.workspace}
    join ${table(CustomerAccountEntity)} as account on ${account.id} = ${workspace.account} where ${piece.id} = ${place.piece})`,
  status: ofPiece(piece.status),
  barcode: barcodeOf(place.piece),
})

const inOrder = { descending: false }

/** @throws {ProblemError} 404 */
const assertRun = (em: EntityManager, id: string) =>
  tables(em)
    .selectFrom('print_run')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('print run'))

const recipient = sql`(select ${foldedSql(sql`${proof.request} -> 'to' ->> 'Name'`)} from ${table(PrintProofEntity)} as proof
  join ${table(PieceEntity)} as piece on ${piece.proof} = ${proof.id} where ${piece.id} = ${place.piece})`

/** Fewer digits are a place in the run. */
const minBarcodeDigits = 6

/** Searches by place, digits of a barcode, piece id, or name. */
function searched(q: string): Where {
  if (q.startsWith('piece_')) return [sql`${place.piece} = ${q}`]
  const digits = q.replaceAll(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return searchCondition(recipient, q)
  if (digits.length < minBarcodeDigits) return [sql`${place.place} = ${Number(digits)}`]
  const barcode = ofPiece(sql`${piece.tracking} || ${piece.routing}`)
  return [sql`(${barcode} like ${`${digits}%`} or ${ofPiece(piece.tracking)} like ${`%${digits}`})`]
}

const ofAccount = reader(Type.Object({ recordId: Type.String(), rows: Type.Integer() }))

/** The accounts of these pieces, each with its number of pieces. */
const accountsOf = (em: EntityManager, where: Fragment) =>
  ofAccount(
    em,
    sql`select ${workspace.account} as "recordId", count(*)::int as rows from ${table(PrintRunPieceEntity)}
          join ${table(PieceEntity)} as piece on ${piece.id} = ${place.piece}
          join ${table(WorkspaceEntity)} as workspace on ${workspace.id} = ${piece.workspace}
         where ${where} group by 1 order by 1`,
  )

/** The accounts of the pieces on a page of a run. */
export const accountsListed = (em: EntityManager, listed: readonly PrintRunPiece[]) =>
  accountsOf(em, sql`${place.id} = any(${listed.map(({ id }) => id)}::uuid[])`)

/** One page of the pieces of a run, by place. @throws {ProblemError} 404 */
export async function listPrintRunPieces(
  em: EntityManager,
  id: string,
  { limit, cursor, q, only }: Input<'listPrintRunPieces'>['query'],
): Promise<Page<PrintRunPiece>> {
  await assertRun(em, id)
  const where = [sql`${place.run} = ${id}`]
  if (q) where.push(...searched(q.trim()))
  if (only === 'spoiled') where.push(sql`${place.spoiledAt} is not null`)
  if (only === 'lost') where.push(sql`${place.isFileLost} and ${place.spoiledAt} is null`)
  return keysetPage(em, { entity: PrintRunPieceEntity, selection: listedPiece, where, limit, cursor, order: inOrder })
}

/** The manifest of a run's pieces, with the run's number, revision, and accounts. @throws {ProblemError} 404 */
export async function exportManifest(em: EntityManager, id: string) {
  const { number, revision } = await getPrintRun(em, id)
  const where = [sql`${place.run} = ${id}`, sql`${place.spoiledAt} is null`]
  const zip = sql`regexp_replace(left(${piece.routing}, 9), '^(.{5})(.{4})$', '\\1-\\2')`
  const body = await csvFile(em, {
    entity: PrintRunPieceEntity,
    columns: {
      place: place.place,
      piece: place.piece,
      barcode: barcodeOf(place.piece),
      zip: ofPiece(zip),
      file: place.file,
      page: place.page,
      pages: sql`2 * ${place.sheets}`,
      sheets: place.sheets,
      revision: sql`${revision}::int`,
    },
    where,
    order: inOrder,
  })
  return { number, revision, body, accounts: await accountsOf(em, sql.join(where, sql` and `)) }
}

const fileLost = () =>
  new ProblemError(410, 'file_lost', 'The file no longer exists. If the run hasn’t been mailed, regenerate its files.')

/**
 * A run's file to download, with the accounts of its pieces. @throws {ProblemError} 404, 410 when it is not made yet or
 * was deleted
 */
export async function findRunFile(em: EntityManager, id: string) {
  const { hash, ...found } = await tables(em)
    .selectFrom('print_run_file')
    .innerJoin('print_run', 'print_run.id', 'print_run_file.run')
    .select(['print_run_file.hash', 'print_run_file.number', 'print_run.number as runNumber'])
    .select(fileRevision.as('contentRevision'))
    .where('print_run_file.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('file'))
  if (hash === null) throw fileLost()
  const accounts = await accountsOf(
    em,
    sql`exists (select from ${table(PrintRunFileEntity)} where ${file.id} = ${id} and ${file.run} = ${place.run}
          and ${file.number} = ${place.file} and ${isInFile(place.spoiledAt, place.isFileLost, printedAt)})`,
  )
  return { ...found, hash, accounts, lost: fileLost }
}
