import { defineEntity, p } from '@mikro-orm/core'
import type { PieceEventType, PieceSize, PieceStatus, PostalClass, TestTimeline } from '@app/contract'
import type { ItemCounts } from '@app/pricing'
import { PrintKeyEntity, PrintProofEntity } from './print.entity.ts'
import { WorkspaceEntity } from './customers.entity.ts'
import { idempotencyColumns, indexOn, insertedAt, instant, oneOf, uuidKey } from './common-columns.ts'

/** The simulation of a test piece's mailing, including defaults for everything that the request omitted. */
export type StoredTimeline = Required<TestTimeline>

/**
 * A piece that was sent to be mailed, or simulated with a test key. Only its proof contains the recipient; once that is
 * deleted, the piece contains no personal data.
 */
export const PieceEntity = defineEntity({
  name: 'Piece',
  tableName: 'piece',
  indexes: [
    { properties: ['workspace', 'createdAt', 'id'] },
    { properties: ['workspace', 'status', 'createdAt', 'id'] },
    { properties: ['workspace', 'month'] },
    { properties: ['proof'] },
    { properties: ['key'] },
    { properties: ['tracking'] },
    { name: 'piece_ready_index', properties: ['size', 'postalClass', 'createdAt'], where: `status = 'ready'` },
    { name: 'piece_rejected_index', properties: ['createdAt'], where: `status = 'rejected'` },
    {
      name: 'piece_metadata_index',
      expression: indexOn(
        () => `using gin (jsonb_path_query_array(metadata, '$.*') jsonb_path_ops) where metadata <> '{}'`,
      ),
    },
    { name: 'piece_checking_index', properties: ['createdAt'], where: `status = 'checking'` },
  ],
  properties: {
    /** piece_ and 20 letters and digits. */
    id: p.string().length(30).primary(),
    createdAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id'),
    /** The key that sent the piece. */
    key: () => p.manyToOne(PrintKeyEntity).joinColumn('key_id').nullable().deleteRule('set null'),
    ...idempotencyColumns(140),
    kind: oneOf('kind', 10, ['postcard', 'letter']),
    size: p.string().length(10).$type<PieceSize>(),
    postalClass: p.string().length(10).$type<PostalClass>(),
    /** Null for a letter whose pages are not counted yet. */
    sheets: p.integer().nullable(),
    description: p.string().length(200).nullable(),
    metadata: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    status: p.string().length(20).$type<PieceStatus>().default('checking'),
    /** Number of events. */
    events: p.integer().default(1),
    /** The reason for a rejection, worded for the customer. */
    rejection: p.string().length(500).nullable(),
    /** The month that the piece counts in, in the business time zone: 2026-11. */
    month: p.string().length(7),
    /** In ten-thousandths of a dollar, as of the charge. Null until the pages are counted. */
    price: p.bigint('number').nullable(),
    /** The earliest day for printing. */
    sendOn: p.date(),
    /** The latest day for printing. */
    dueOn: p.date(),
    cancelableUntil: instant(),
    /** The print file, with names and addresses. */
    proof: () => p.manyToOne(PrintProofEntity).joinColumn('proof_id').nullable().deleteRule('set null'),
    /** The first 20 digits of the Intelligent Mail barcode. */
    tracking: p.string().length(20),
    /** The ZIP Code in the barcode, which a run is sorted by. Erased with the person. */
    routing: p.string().length(11),
    /** The token of the public tracking page. */
    trackingToken: p.string().length(30).unique(),
    /** The simulation of the mailing. Null for a live piece. */
    test: p.json<StoredTimeline>().nullable(),
    /** The day of mailing. */
    mailedOn: p.date().nullable(),
  },
})

/** An event of a piece. Rows are only added. */
export const PieceEventEntity = defineEntity({
  name: 'PieceEvent',
  tableName: 'piece_event',
  indexes: [{ properties: ['workspace', 'createdAt', 'id'] }],
  uniques: [{ properties: ['piece', 'number'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id'),
    piece: () => p.manyToOne(PieceEntity).joinColumn('piece_id').deleteRule('cascade'),
    /** Number within the piece, starting at 1. */
    number: p.integer(),
    type: p.string().length(30).$type<PieceEventType>(),
    /** When the event happened, which may be long before it was reported. */
    occurredAt: instant(),
    /** The ZIP Code of the scan. */
    zip: p.string().length(5).nullable(),
  },
})

/** The monthly totals of a workspace. The row is locked during changes to them. */
export const UsageMonthEntity = defineEntity({
  name: 'UsageMonth',
  tableName: 'usage_month',
  properties: {
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').primary(),
    month: p.string().length(7).primary(),
    pieces: p.integer().default(0),
    items: p.json<ItemCounts>().defaultRaw(`'{}'`),
  },
})

/** A charge or a credit. Rows are only added; a reversal is a separate entry. */
export const LedgerEntryEntity = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entry',
  indexes: [{ properties: ['workspace', 'month', 'createdAt', 'id'] }, { properties: ['piece'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id'),
    month: p.string().length(7),
    /** The piece that caused the entry, even for a credit that reprices the month. */
    piece: () => p.manyToOne(PieceEntity).joinColumn('piece_id'),
    kind: oneOf('kind', 10, ['charge', 'reversal', 're_rate']),
    /** In ten-thousandths of a dollar. */
    amount: p.bigint('number'),
    /** Change to the month's total. Negative when a charge is reversed. */
    pieces: p.integer(),
    items: p.json<ItemCounts>().defaultRaw(`'{}'`),
  },
})

/** The next serial number for Intelligent Mail barcodes of a mailer id, or of test pieces. */
export const MailerSerialEntity = defineEntity({
  name: 'MailerSerial',
  tableName: 'mailer_serial',
  properties: {
    /** A mailer id, or "test". */
    mailerId: p.string().length(9).primary(),
    next: p.bigint('number').defaultRaw('1'),
  },
})
