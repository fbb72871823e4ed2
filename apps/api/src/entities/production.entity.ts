import { defineEntity, p } from '@mikro-orm/core'
import { type PieceSize, type PostalClass, PrintRunStatus } from '@app/contract'
import { PieceEntity } from './pieces.entity.ts'
import { insertedAt, instant, oneOf, uuidKey } from './common-columns.ts'

/** Pieces of one size, postal class, and stock that are printed together. */
export const PrintRunEntity = defineEntity({
  name: 'PrintRun',
  tableName: 'print_run',
  indexes: [{ properties: ['createdAt', 'id'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    /** The run number that staff use. */
    number: p.integer().unique(),
    /** Name of the person who created it. */
    createdBy: p.string().length(200),
    size: p.string().length(10).$type<PieceSize>(),
    postalClass: p.string().length(10).$type<PostalClass>(),
    stock: p.string().length(60),
    /** All pieces of the run were created before this time. */
    cutoffAt: instant(),
    status: oneOf('status', 10, PrintRunStatus.enum).default('preparing'),
    /** Pieces in the run, pieces that left it, and the sheets of the former. */
    pieces: p.integer(),
    spoiled: p.integer().default(0),
    sheets: p.integer(),
    printedAt: instant().nullable(),
    printedBy: p.string().length(200).nullable(),
    /** The day of mailing. */
    mailedOn: p.date().nullable(),
    /** When the mailing was recorded. */
    mailedAt: instant().nullable(),
    mailedBy: p.string().length(200).nullable(),
    postOffice: p.string().length(200).default(''),
    /** Number of the postage statement. */
    statementNumber: p.string().length(60).default(''),
    version: p.integer().default(1),
  },
})

/**
 * The merged print files of some pieces of a run. The table is its own outbox: `enqueued_at` is null until the relay
 * has queued a row.
 */
export const PrintRunFileEntity = defineEntity({
  name: 'PrintRunFile',
  tableName: 'print_run_file',
  uniques: [{ properties: ['run', 'number'] }],
  indexes: [
    { name: 'print_run_file_enqueued_at_index', properties: ['createdAt'], where: 'enqueued_at is null' },
    { properties: ['hash'] },
  ],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    run: () => p.manyToOne(PrintRunEntity).joinColumn('run_id').deleteRule('cascade'),
    number: p.integer(),
    firstPlace: p.integer(),
    lastPlace: p.integer(),
    /** Incremented with each rendering, because only the latest one may set the result. */
    revision: p.integer().default(1),
    enqueuedAt: instant().nullable(),
    /** When the file was made. */
    preparedAt: instant().nullable(),
    /** Why the file could not be made. */
    failure: p.string().length(500).nullable(),
    /** The PDF in the file store. Null until it is made, if there are no pieces, and after it is deleted. */
    hash: p.string().length(64).nullable(),
    bytes: p.bigint('number').defaultRaw('0'),
    pieces: p.integer().default(0),
    pages: p.integer().default(0),
  },
})

/** A piece in a run. A spoiled piece may also be in a later run. */
export const PrintRunPieceEntity = defineEntity({
  name: 'PrintRunPiece',
  tableName: 'print_run_piece',
  uniques: [{ properties: ['run', 'place'] }, { properties: ['piece'], where: 'spoiled_at is null' }],
  indexes: [{ properties: ['piece'] }],
  properties: {
    /** Sorts by place. */
    id: uuidKey(),
    createdAt: insertedAt(),
    run: () => p.manyToOne(PrintRunEntity).joinColumn('run_id').deleteRule('cascade'),
    piece: () => p.manyToOne(PieceEntity).joinColumn('piece_id').deleteRule('cascade'),
    /** Starts at 1, in ZIP Code order. */
    place: p.integer(),
    /** Number of the file that contains the piece. */
    file: p.integer(),
    /** The piece's first page in the file, starting at 1. */
    page: p.integer().nullable(),
    sheets: p.integer(),
    /** True when the print file was missing from the file store, or differed from the one in its proof. */
    isFileLost: p.boolean().default(false),
    spoiledAt: instant().nullable(),
    /** Name of the person who removed the piece. */
    spoiledBy: p.string().length(200).nullable(),
    reason: p.string().length(200).nullable(),
  },
})

/** A file of scans that staff imported. Its lines are stored as events of the pieces. */
export const ScanImportEntity = defineEntity({
  name: 'ScanImport',
  tableName: 'scan_import',
  indexes: [{ properties: ['createdAt', 'id'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    /** Name of the person who imported it. */
    by: p.string().length(200),
    fileName: p.string().length(200),
    rows: p.integer(),
    /** Numbers of lines that moved a piece, changed nothing, had an unknown barcode, or could not be read. */
    moved: p.integer(),
    unchanged: p.integer(),
    unknown: p.integer(),
    invalid: p.integer(),
  },
})
