import { defineEntity, p } from '@mikro-orm/core'
import type { AccessFilter } from '@app/contract'
import { StaffUserEntity } from './accounts.entity.ts'
import { insertedAt, oneOf, uuidKey } from './common-columns.ts'

/** Access to personal data by staff: a read, a search, or an export. The entry itself contains no personal data. */
export const AccessEntryEntity = defineEntity({
  name: 'AccessEntry',
  tableName: 'access_entry',
  indexes: [
    { properties: ['createdAt', 'id'] },
    { properties: ['staff', 'createdAt', 'id'] },
    { properties: ['kind', 'createdAt', 'id'] },
    {
      name: 'access_entry_record_id_index',
      properties: ['recordId', 'createdAt', 'id'],
      where: 'record_id is not null',
    },
  ],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    lastAt: insertedAt(),
    kind: oneOf('kind', 20, ['open', 'search', 'export', 'print', 'privacy_export', 'privacy_erase']),
    /** Null for the command line. */
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').nullable().deleteRule('set null'),
    /** Name and role at that time. */
    actor: p.string().length(200),
    role: p.string().length(20),
    /** A prefix of the session's or token's hash. Null for the command line. */
    credential: p.string().length(12).nullable(),
    network: p.string().length(50),
    list: oneOf('list', 20, ['leads', 'sample_requests', 'pieces']).nullable(),
    /** A lead or sample request, cleared when the person is erased; or the account whose pieces were read. */
    recordId: p.uuid().nullable(),
    /** Null for a list of pieces, and for anything other than a piece. */
    pieceId: p.string().length(30).nullable(),
    filters: p.json<AccessFilter[]>().defaultRaw(`'[]'`),
    rowCount: p.integer().nullable(),
    times: p.integer().default(1),
    /**
     * Identifies the entries counted in one row: credential, kind, record, and hour. Null for entries with their own
     * row.
     */
    dedupeKey: p.string().length(64).nullable().unique(),
  },
})
