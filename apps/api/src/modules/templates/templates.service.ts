import { randomUUIDv7 } from 'node:crypto'
import type { SampleTemplate, SampleTemplateInput, StaffUser } from '@app/contract'
import { now } from '../../db/database-clock.ts'
import { seenVersion, stale } from '../../db/if-match.ts'
import { announceChange } from '../../db/live-channel.ts'
import { notFound } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'

const fieldsOf = ({ name, type, frontImageUrl, backImageUrl, description, active }: SampleTemplateInput) =>
  ({
    name: name.trim(),
    type,
    frontImageUrl: frontImageUrl || null,
    backImageUrl: backImageUrl || null,
    description: description?.trim() ?? '',
    active,
  }) satisfies Record<keyof SampleTemplateInput, unknown>

const members = [
  'id',
  'name',
  'type',
  'frontImageUrl',
  'backImageUrl',
  'description',
  'active',
  'createdAt',
  'version',
  'changedAt',
  'changedBy',
] as const satisfies (keyof SampleTemplate)[]

type Stored = Omit<SampleTemplate, 'createdAt' | 'changedAt' | 'changedBy'> & {
  createdAt: Date
  changedAt: Date | null
  changedBy: string | null
}

/** A template as the contract shows it. */
const templateOf = ({ createdAt, changedAt, changedBy, ...stored }: Stored): SampleTemplate => ({
  ...stored,
  createdAt: createdAt.toISOString(),
  ...(changedAt && { changedAt: changedAt.toISOString() }),
  ...(changedBy && { changedBy }),
})

const by = (staff: StaffUser) => ({ changedAt: now, changedBy: staff.name })

export const createTemplate = (em: EntityManager, staff: StaffUser, template: SampleTemplateInput) =>
  em.transactional(async (transaction): Promise<SampleTemplate> => {
    const stored = await tables(transaction)
      .insertInto('sample_template')
      .values({ id: randomUUIDv7(), ...fieldsOf(template), version: 1, ...by(staff) })
      .returning(members)
      .executeTakeFirstOrThrow()
    await announceChange(transaction, 'sample_templates', [stored])
    return templateOf(stored)
  })

/** @throws {ProblemError} 404 when no template has this id, 412 when it has changed since the caller read it. */
export const updateTemplate = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  template: SampleTemplateInput,
  ifMatch: string | undefined,
) =>
  em.transactional(async (transaction): Promise<SampleTemplate> => {
    const seen = seenVersion(ifMatch)
    const db = tables(transaction)
    const update = db
      .updateTable('sample_template')
      .set((eb) => ({ ...fieldsOf(template), version: eb('version', '+', 1), ...by(staff) }))
      .where('id', '=', id)
      .returning(members)
    const changed = await (
      seen === null ? update : update.where((eb) => eb(eb.cast<number>('version', 'bigint'), '=', seen))
    ).executeTakeFirst()
    if (!changed) {
      const existing = await db.selectFrom('sample_template').select('id').where('id', '=', id).executeTakeFirst()
      throw existing ? stale() : notFound('sample template')
    }
    await announceChange(transaction, 'sample_templates', [changed])
    return templateOf(changed)
  })

/** @throws {ProblemError} 404 when no template has this id. */
export const deleteTemplate = (em: EntityManager, id: string) =>
  em.transactional(async (transaction): Promise<void> => {
    const deleted = await tables(transaction)
      .deleteFrom('sample_template')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw notFound('sample template')
    await announceChange(transaction, 'sample_templates', [deleted])
  })
