import { defineEntity, p } from '@mikro-orm/core'
import type {
  PieceSize,
  TemplateField,
  TemplateFinding,
  PrintAsset,
  PostalClass,
  PrintAddress,
  PrintCheck,
  Proof,
  ProofFailureCode,
  ProofPage,
  ProofTemplate,
} from '@app/contract'
import { TextArray } from '../db/text-array.ts'
import { WorkspaceEntity } from './customers.entity.ts'
import { idempotencyColumns, indexOn, insertedAt, instant, oneOf, triggerOf, uuidKey } from './common-columns.ts'

/** A print API key. Only its SHA-256 is stored, so a copy of this table gives no access. */
export const PrintKeyEntity = defineEntity({
  name: 'PrintKey',
  tableName: 'print_key',
  indexes: [
    { properties: ['createdAt', 'id'] },
    { properties: ['expiresAt'] },
    { properties: ['leadId'] },
    { properties: ['workspace'] },
    { name: 'print_key_revoked_index', properties: ['createdAt', 'id'], where: 'revoked_at is not null' },
  ],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').deleteRule('cascade'),
    /** The customer's name for the key. A sandbox key has no name. */
    name: p.string().length(60).nullable(),
    /** The beginning of the key, for recognizing it. */
    prefix: p.string().length(20),
    hash: p.blob().columnType('bytea').unique(),
    scopes: p.type(TextArray),
    /** Null for an account key, which works until it is replaced or revoked. */
    expiresAt: instant().nullable(),
    /** Last use, accurate to a minute. */
    lastUsedAt: instant().nullable(),
    revokedAt: instant().nullable(),
    /** Name of the member of staff who revoked it. */
    revokedBy: p.string().length(200).nullable(),
    /**
     * The lead of its holder, who left an email. The lead may have been deleted since, so this is not a foreign key.
     */
    leadId: p.uuid().nullable(),
  },
})

/** A template of a key. Built-in templates are part of the program. */
export const PrintTemplateEntity = defineEntity({
  name: 'PrintTemplate',
  tableName: 'print_template',
  indexes: [{ properties: ['workspace', 'createdAt', 'id'] }],
  properties: {
    /** tmpl_ and 20 letters and digits. */
    id: p.string().length(30).primary(),
    createdAt: insertedAt(),
    updatedAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').deleteRule('cascade'),
    name: p.string().length(80),
    size: p.string().length(10).$type<PieceSize>(),
    /** The newest version. */
    version: p.integer(),
    /** Waiting proofs still need the versions of a deleted template. */
    deletedAt: instant().nullable(),
  },
})

/** A version of a template. Rows are never updated. */
export const PrintTemplateVersionEntity = defineEntity({
  name: 'PrintTemplateVersion',
  tableName: 'print_template_version',
  properties: {
    template: () => p.manyToOne(PrintTemplateEntity).joinColumn('template_id').primary().deleteRule('cascade'),
    version: p.integer().primary(),
    createdAt: insertedAt(),
    html: p.text(),
    fields: p.json<TemplateField[]>(),
    lint: p.json<TemplateFinding[]>(),
  },
})

/** An image or font that was uploaded with a key. The bytes are in the file store, under their hash. */
export const PrintAssetEntity = defineEntity({
  name: 'PrintAsset',
  tableName: 'print_asset',
  indexes: [{ properties: ['workspace', 'createdAt', 'id'] }],
  uniques: [{ properties: ['workspace', 'fileHash'] }],
  properties: {
    /** asset_ and 20 letters and digits. */
    id: p.string().length(30).primary(),
    createdAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').deleteRule('cascade'),
    fileHash: p.string().length(64).index(),
    mediaType: p.string().length(20).$type<PrintAsset['MediaType']>(),
    /** Width of an image in pixels. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    font: p.json().$type<NonNullable<PrintAsset['Font']>>().nullable(),
    bytes: p.integer(),
  },
})

/** The input of a proof. */
export interface StoredRequest {
  to: PrintAddress
  from: PrintAddress
  values: Record<string, string>
  /** The single template, or the front and back templates, each in its version at that time. */
  templates: ProofTemplate[]
  /** The barcode digits and the tracking token of a mailed piece. A proof alone uses specimens. */
  imb?: string
  trackingToken?: string
}

/** A page of the print file. Its image is in the file store. */
export type StoredPage = Pick<ProofPage, 'Side' | 'Width' | 'Height'> & { hash: string }

/**
 * A proof, from the request to the files. The table is its own outbox: `turn` is null until the relay has queued a row.
 */
export const PrintProofEntity = defineEntity({
  name: 'PrintProof',
  tableName: 'print_proof',
  triggers: [triggerOf('print_proof_count_ended', 'update', 'print.ts')],
  indexes: [
    { properties: ['createdAt', 'id'] },
    { properties: ['workspace', 'createdAt'] },
    { properties: ['expiresAt'] },
    { properties: ['finishedAt'] },
    { properties: ['pdfHash'] },
    { name: 'print_proof_pages_index', expression: indexOn(() => 'using gin (pages jsonb_path_ops)') },
    { name: 'print_proof_turn_index', properties: ['turn', 'createdAt'], where: `status = 'rendering'` },
    { name: 'print_proof_caller_turn_index', properties: ['caller', 'turn'], where: `status = 'rendering'` },
  ],
  properties: {
    /** proof_ and 20 letters and digits. Anyone who has the id can read the proof. */
    id: p.string().length(30).primary(),
    createdAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').nullable().deleteRule('cascade'),
    /** The unit of fair scheduling: a keyed hash of the request's network, or the workspace of a sent piece. */
    caller: p.string().length(64),
    /** The caller's key, prefixed with its API key or network, because two callers may choose the same key. */
    ...idempotencyColumns(140),
    piece: oneOf('piece', 10, ['postcard', 'letter']),
    size: p.string().length(10).$type<PieceSize>(),
    postalClass: p.string().length(10).$type<PostalClass>(),
    description: p.string().length(200).nullable(),
    request: p.json<StoredRequest>(),
    price: p.json<Proof['Price']>().nullable(),
    status: oneOf('status', 10, ['rendering', 'ready', 'failed']).default('rendering'),
    failureCode: p.string().length(60).$type<ProofFailureCode>().nullable(),
    failureDetail: p.string().length(500).nullable(),
    /** Initially the request's checks; the renderer adds its own. */
    checks: p.json<PrintCheck[]>().defaultRaw(`'[]'`),
    pages: p.json<StoredPage[]>().defaultRaw(`'[]'`),
    /** The PDF in the file store. */
    pdfHash: p.string().length(64).nullable(),
    /** True when the caller waits for the response, which gives the proof priority. */
    isAwaited: p.boolean().default(false),
    /** Position in the queue, where networks take turns. Null until the relay has queued the proof. */
    turn: p.integer().nullable(),
    attempts: p.integer().default(0),
    finishedAt: instant().nullable(),
    /** Duration of each step in milliseconds. */
    spans: p.json<Record<string, number>>().nullable(),
    expiresAt: instant(),
  },
})

/**
 * Finished proofs by quarter hour, the smallest difference between two time zones, so that the days of any time zone
 * can be added up. A trigger counts them (db/migrations/first-schema/print.ts), and the counts are kept after the
 * proofs are deleted.
 */
export const PrintProofCountEntity = defineEntity({
  name: 'PrintProofCount',
  tableName: 'print_proof_count',
  properties: {
    quarter: instant().primary(),
    status: p.string().length(10).primary().$type<'ready' | 'failed'>(),
    /** Why the proofs failed. Empty for successful ones. */
    code: p.string().length(60).primary(),
    proofs: p.bigint('number'),
  },
})

/** Proofs in which a check found something, by quarter hour. */
export const PrintFindingCountEntity = defineEntity({
  name: 'PrintFindingCount',
  tableName: 'print_finding_count',
  properties: {
    quarter: instant().primary(),
    code: p.string().length(60).primary(),
    severity: p.string().length(10).primary(),
    proofs: p.bigint('number'),
  },
})

/** A rendering process. It is alive if it was seen recently. */
export const PrintRendererEntity = defineEntity({
  name: 'PrintRenderer',
  tableName: 'print_renderer',
  properties: {
    id: p.uuid().primary(),
    startedAt: insertedAt(),
    seenAt: insertedAt(),
    /** Only `isolated` renderers may print customers' templates. */
    confinement: p.string().length(10).$type<'isolated' | 'none'>(),
    /** Why the renderer is not isolated. */
    reason: p.text().nullable(),
    version: p.string().length(60),
    /** Number of proofs in progress. */
    inWork: p.integer().default(0),
    /** Number of print run files in progress. */
    runFiles: p.integer().default(0),
    /** Counters since the renderer started, for staff. */
    counts: p.json<Record<string, number>>().defaultRaw(`'{}'`),
  },
})

/** A write to the print API with an Idempotency-Key, and its response. */
export const PrintWriteEntity = defineEntity({
  name: 'PrintWrite',
  tableName: 'print_write',
  properties: {
    /** SHA-256 of the operation, the caller, and the caller's Idempotency-Key. */
    hash: p.string().length(64).primary(),
    createdAt: insertedAt().index(),
    /** Null for a caller without a key. */
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').nullable().deleteRule('cascade').index(),
    /** SHA-256 of the request, in hex. A different request with the same key is rejected. */
    requestHash: p.string().length(64),
    response: p.json<unknown>().nullable(),
  },
})
