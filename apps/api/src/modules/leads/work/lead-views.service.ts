import { randomUUIDv7 } from 'node:crypto'
import type { LeadView, LeadViewInput, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { seenVersion, stale } from '../../../db/if-match.ts'
import { notFound, ProblemError } from '../../../errors.ts'
import { type EntityManager, tables } from '../../database.ts'

const mostOfAPerson = 50

interface StoredView {
  id: string
  staff: string
  name: string
  query: string
  isShared: boolean
  version: number
  by: string
}

const shown = ({ staff, by, ...view }: StoredView, reader: StaffUser): LeadView =>
  staff === reader.id ? { ...view, isOwn: true } : { ...view, isOwn: false, by }

const views = (em: EntityManager) =>
  tables(em)
    .selectFrom('lead_view as view')
    .innerJoin('staff_user as account', 'account.id', 'view.staff')
    .select(['view.id', 'view.staff', 'view.name', 'view.query', 'view.isShared', 'view.version', 'account.name as by'])

/** A person's own views and those that others share, by name. */
export async function listViews(em: EntityManager, reader: StaffUser): Promise<LeadView[]> {
  const found = await views(em)
    .where((where) => where.or([where('view.staff', '=', reader.id), where('view.isShared', '=', true)]))
    .orderBy(sql`view.name collate "und-x-icu"`)
    .orderBy('view.id')
    .limit(500)
    .execute()
  return found.map((view) => shown(view, reader))
}

/** @throws {ProblemError} 409 when the person has as many views as there is room for. */
export const createView = (em: EntityManager, staff: StaffUser, input: LeadViewInput) =>
  em.transactional(async (transaction): Promise<LeadView> => {
    // Two at once would both find room for the last one.
    await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`lead-view ${staff.id}`])
    const own = await tables(transaction)
      .selectFrom('lead_view')
      .select('id')
      .where('staff', '=', staff.id)
      .limit(mostOfAPerson)
      .execute()
    if (own.length === mostOfAPerson) {
      throw new ProblemError(409, 'full', `You have ${mostOfAPerson} views, as many as there can be. Delete one first.`)
    }
    const id = randomUUIDv7()
    await tables(transaction)
      .insertInto('lead_view')
      .values({ id, staff: staff.id, ...input })
      .execute()
    return { id, ...input, isOwn: true, version: 1 }
  })

/** @throws {ProblemError} 404 unless the person saved a view with this id, 412 when it has changed since it was read. */
export const updateView = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  input: LeadViewInput,
  ifMatch: string | undefined,
) =>
  em.transactional(async (transaction): Promise<LeadView> => {
    const view = await tables(transaction)
      .selectFrom('lead_view')
      .select('version')
      .where('id', '=', id)
      .where('staff', '=', staff.id)
      .forUpdate()
      .executeTakeFirst()
    if (!view) throw notFound('view')
    const seen = seenVersion(ifMatch)
    if (seen !== null && seen !== view.version) throw stale()
    const version = view.version + 1
    await tables(transaction)
      .updateTable('lead_view')
      .set({ ...input, version })
      .where('id', '=', id)
      .execute()
    return { id, ...input, isOwn: true, version }
  })

/** @throws {ProblemError} 404 unless the person may delete a view with this id. */
export async function deleteView(em: EntityManager, staff: StaffUser, id: string): Promise<void> {
  const [deleted] = await tables(em)
    .deleteFrom('lead_view')
    .where('id', '=', id)
    .where((where) =>
      where.or([where('staff', '=', staff.id), ...(staff.role === 'owner' ? [where('isShared', '=', true)] : [])]),
    )
    .returning('id')
    .execute()
  if (!deleted) throw notFound('view')
}
