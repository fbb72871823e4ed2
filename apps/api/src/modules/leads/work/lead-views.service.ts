import type { LeadView, LeadViewInput, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { notFound } from '../../../errors/errors.ts'
import { withItsLastChange, withLastChange } from '../../changes/changes.queries.ts'
import { createOne, deleteOne, editOne, type OneEdit } from '../../changes/apply-edits.ts'
import { type Field, edited, fixed, recordType } from '../../changes/record-type.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { LeadViewEntity } from '../../../entities/leads.entity.ts'

const maxPerPerson = 50

/** Only its owner edits a view. Once it is shared, an owner of the company may delete it. */
const viewRecord = recordType({
  name: 'lead_view',
  label: 'view',
  entity: LeadViewEntity,
  fields: { name: edited, query: edited, isShared: edited, staff: fixed, createdAt: fixed } satisfies Record<
    keyof LeadViewInput | 'staff' | 'createdAt',
    Field
  >,
  live: 'lead_views',
  roles: ['owner', 'editor', 'viewer'],
  scope: 'leads:write',
  nameOf: ({ name }) => name,
  settle({ after, actor }) {
    if (after.staff !== actor.id) throw notFound('view')
    return after
  },
  mayDelete: (staff, view) => view.staff === staff.id || (staff.role === 'owner' && view.isShared),
  limit: {
    max: maxPerPerson,
    per: 'staff',
    detail: `You’ve reached the maximum of ${maxPerPerson} views. Delete one first.`,
  },
  canBeDeleted: true,
})

const views = (em: EntityManager) =>
  tables(em)
    .selectFrom('lead_view as view')
    .innerJoin('staff_user as account', 'account.id', 'view.staff')
    .select(['view.id', 'view.staff', 'view.name', 'view.query', 'view.isShared', 'view.version', 'account.name as by'])

type Found = Awaited<ReturnType<ReturnType<typeof views>['execute']>>[number]

const shown = ({ staff, by, ...view }: Found, reader: StaffUser): LeadView =>
  staff === reader.id ? { ...view, isOwn: true } : { ...view, isOwn: false, by }

/** A person's own views and shared views, by name. */
export async function listViews(em: EntityManager, reader: StaffUser): Promise<LeadView[]> {
  const found = await views(em)
    .where((where) => where.or([where('view.staff', '=', reader.id), where('view.isShared', '=', true)]))
    .orderBy(sql`view.name collate "und-x-icu"`)
    .orderBy('view.id')
    .limit(500)
    .execute()
  return withLastChange(
    em,
    found.map((view) => shown(view, reader)),
  )
}

async function readView(em: EntityManager, reader: StaffUser, id: string): Promise<LeadView> {
  const view = await views(em).where('view.id', '=', id).executeTakeFirstOrThrow()
  return withItsLastChange(em, shown(view, reader))
}

/** @throws {ProblemError} 409 when the person has the maximum number of views. */
export const createView = (em: EntityManager, staff: StaffUser, input: LeadViewInput) =>
  createOne(
    em,
    viewRecord,
    staff,
    (createdAt) => ({ ...input, staff: staff.id, createdAt }),
    (transaction, id) => readView(transaction, staff, id),
  )

/** @throws {ProblemError} 404 unless the person owns a view with this id, 412 when it has changed since it was read. */
export const updateView = (em: EntityManager, staff: StaffUser, edit: OneEdit<LeadViewInput>) =>
  editOne(em, viewRecord, staff, edit, (transaction, id) => readView(transaction, staff, id))

/** @throws {ProblemError} 404 unless the person may delete a view with this id. */
export const deleteView = (em: EntityManager, staff: StaffUser, id: string) => deleteOne(em, viewRecord, staff, id)
