import { defineEntity, p } from '@mikro-orm/core'
import type {
  PieceSize,
  PostalClass,
  PrintAddress,
  PrintCheck,
  Proof,
  ProofFailureCode,
  ProofPage,
  ProofTemplate,
} from '@app/contract'
import { WorkspaceEntity } from './customers.entity.ts'
import { insertedAt, instant } from './common-columns.ts'

/** The input of a proof. */
export interface StoredRequest {
  to: PrintAddress
  from: PrintAddress
  values: Record<string, string>
  /** The one template, or those of the front and the back, each in the version of that time. */
  templates: ProofTemplate[]
  /** The digits of the barcode of a piece that is mailed, and the token of its page. A proof alone has specimens. */
  imb?: string
  trackingToken?: string
}

/** A page of the print file. Its picture is in the file store. */
export type StoredPage = Pick<ProofPage, 'Side' | 'Width' | 'Height'> & { hash: string }

/** A proof, from the request to the files. The table is its own outbox: `turn` is null until the relay has queued a row. */
export const PrintProofEntity = defineEntity({
  name: 'PrintProof',
  tableName: 'print_proof',
  triggers: [
    {
      name: 'print_proof_count_ended',
      timing: 'after',
      events: ['update'],
      forEach: 'statement',
      expression: 'migrations/first-schema/print.ts',
    },
  ],
  indexes: [
    { name: 'print_proof_created_at_id_index', properties: ['createdAt', 'id'] },
    { name: 'print_proof_workspace_id_created_at_index', properties: ['workspace', 'createdAt'] },
    { name: 'print_proof_expires_at_index', properties: ['expiresAt'] },
    { name: 'print_proof_finished_at_index', properties: ['finishedAt'] },
    { name: 'print_proof_pdf_hash_index', properties: ['pdfHash'] },
    {
      name: 'print_proof_pages_index',
      expression: 'create index "print_proof_pages_index" on "print_proof" using gin ("pages" jsonb_path_ops)',
    },
    {
      name: 'print_proof_turn_index',
      expression: `create index "print_proof_turn_index" on "print_proof" ("turn", "created_at") where status = 'rendering'`,
    },
    {
      name: 'print_proof_caller_turn_index',
      expression: `create index "print_proof_caller_turn_index" on "print_proof" ("caller", "turn") where status = 'rendering'`,
    },
  ],
  properties: {
    /** proof_ and 20 letters and digits: anyone with it can read the proof. */
    id: p.string().length(30).primary(),
    createdAt: insertedAt(),
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').nullable().deleteRule('cascade'),
    /** The unit of fair scheduling: a keyed hash of the request's network, or the workspace of a sent piece. */
    caller: p.string().length(64),
    /** The caller's key, prefixed with its API key or network: two callers may choose the same. */
    idempotencyKey: p.string().length(140).nullable().unique('print_proof_idempotency_key_unique'),
    /** SHA-256 of the body that came with the key. */
    idempotencyHash: p.blob().columnType('bytea').nullable(),
    piece: p.string().length(10).$type<'postcard' | 'letter'>(),
    size: p.string().length(10).$type<PieceSize>(),
    postalClass: p.string().length(10).$type<PostalClass>(),
    description: p.string().length(200).nullable(),
    request: p.json<StoredRequest>(),
    price: p.json<Proof['Price']>().nullable(),
    status: p.string().length(10).$type<Proof['Status']>().default('rendering'),
    failureCode: p.string().length(60).$type<ProofFailureCode>().nullable(),
    failureDetail: p.string().length(500).nullable(),
    /** At first those of the request; the renderer adds its own. */
    checks: p.json<PrintCheck[]>().defaultRaw(`'[]'`),
    pages: p.json<StoredPage[]>().defaultRaw(`'[]'`),
    /** The PDF in the file store. */
    pdfHash: p.string().length(64).nullable(),
    /** The caller waits for the response, so the proof has priority. */
    isAwaited: p.boolean().default(false),
    /** Its place in the queue, where networks take turns. Null until the relay has queued it. */
    turn: p.integer().nullable(),
    attempts: p.integer().default(0),
    finishedAt: instant().nullable(),
    /** Milliseconds of each step. */
    spans: p.json<Record<string, number>>().nullable(),
    expiresAt: instant(),
  },
  checks: [
    { name: 'print_proof_piece_check', expression: `piece in ('postcard', 'letter')` },
    { name: 'print_proof_status_check', expression: `status in ('rendering', 'ready', 'failed')` },
  ],
})
