import { isExact } from '@app/pricing'
import type {
  PricingProduct,
  PricingProductInput,
  BulkPricingProductPatch,
  StaffUser,
  VisibilityInput,
} from '@app/contract'
import { invalidField, notFound } from '../../errors/errors.ts'
import { applyEdits, type Changed, type Edit, createOne, editOne, type OneEdit } from '../changes/apply-edits.ts'
import { oneAtATime } from '../../db/sql.ts'
import { type Field, edited, type RecordType, recordType, type StateOf } from '../changes/record-type.ts'
import { lockRecords } from '../changes/stored-records.ts'
import type { EntityManager } from '../../entities/database.ts'
import { PricingProductEntity } from '../../entities/pricing.entity.ts'
import { findProducts, listProducts, maxProducts } from './pricing.queries.ts'

const fields = {
  name: edited,
  category: edited,
  startingPrice: edited,
  description: edited,
  features: edited,
  isVisible: edited,
  sortOrder: edited,
} satisfies Record<keyof PricingProductInput, Field>

type ProductState = StateOf<typeof PricingProductEntity, typeof fields>

const productRecord: RecordType<ProductState> = recordType({
  name: 'pricing_product',
  label: 'product',
  entity: PricingProductEntity,
  fields,
  live: 'pricing_products',
  roles: ['owner', 'editor'],
  scope: 'pricing:write',
  nameOf: ({ name }) => name,
  limit: {
    max: maxProducts,
    detail: `You’ve reached the maximum of ${maxProducts} products. Edit one that is no longer offered.`,
  },
})

/** @throws {ProblemError} 400 when the price has more decimals than are stored. */
function stateOf(input: PricingProductInput): ProductState {
  // A schema's multipleOf divides doubles and would reject 19.99.
  if (!isExact(input.startingPrice)) throw invalidField('/startingPrice', 'must have no more than four decimals')
  return {
    name: input.name.trim(),
    category: input.category,
    startingPrice: input.startingPrice,
    description: input.description?.trim() ?? '',
    features: (input.features ?? []).map((feature) => feature.trim()),
    isVisible: input.isVisible,
    sortOrder: input.sortOrder ?? 0,
  }
}

/** @throws {ProblemError} 404 when no product has this id. */
async function readProduct(em: EntityManager, id: string): Promise<PricingProduct> {
  const [product] = await findProducts(em, [id])
  if (!product) throw notFound('product')
  return product
}

/**
 * Stores a product together with its first audit entry. @throws {ProblemError} 409 at the maximum number of products.
 */
export function createProduct(em: EntityManager, staff: StaffUser, input: PricingProductInput) {
  const state = stateOf(input)
  return createOne(em, productRecord, staff, () => state, readProduct)
}

/** Replaces a product. @throws {ProblemError} 404, 412 when it has changed since the caller read it, 400 */
export const updateProduct = (em: EntityManager, staff: StaffUser, edit: OneEdit<PricingProductInput>) =>
  editOne(em, productRecord, staff, { ...edit, patch: stateOf(edit.patch) }, readProduct)

/** Shows or hides a product. @throws {ProblemError} 404, 412 when it has changed since the caller read it. */
export const setVisibility = (em: EntityManager, staff: StaffUser, edit: OneEdit<VisibilityInput>) =>
  editOne(em, productRecord, staff, edit, readProduct)

/**
 * Shows or hides all of these products or none. Omits deleted products from the result.
 * @throws {ProblemError} 412 when one has changed since the caller read it.
 */
export const updateProducts = (em: EntityManager, staff: StaffUser, { records, patch }: BulkPricingProductPatch) =>
  em.transactional(async (transaction): Promise<Changed<PricingProduct[]>> => {
    const edits = records.map((record) => ({ ...record, patch }))
    const { groupId } = await applyEdits(transaction, productRecord, staff, edits, { skipsMissing: true })
    const ids = records.map(({ id }) => id)
    return { body: await findProducts(transaction, ids), groupId }
  })

/**
 * Moves a product right before another one, or to the end. The products keep their set of sort orders. Only if two are
 * equal, so that the name decides between them, are all products renumbered. The audit log shows one entry, for the
 * moved product; the others get new numbers and keep their order.
 * @throws {ProblemError} 404 when one of the two does not exist.
 */
export const moveProduct = (em: EntityManager, staff: StaffUser, id: string, before: string | null) =>
  em.transactional(async (transaction): Promise<Changed<PricingProduct[]>> => {
    await oneAtATime(transaction, productRecord.name)
    // Locked before they are listed, because a concurrent change may reorder them until then.
    const known = await lockRecords(transaction, productRecord)
    const listed = (await listProducts(transaction)).map((product) => product.id)
    if (!known.has(id) || (before !== null && !known.has(before))) throw notFound('product')

    const order = placed(listed, id, before)
    const orders = sortOrdersFor(listed.map((one) => known.get(one)?.state.sortOrder ?? 0))
    const [from, to] = [listed, order].map((ids) => ids.indexOf(id) + 1)
    const edits = order.map((one, index): Edit<ProductState> => ({
      id: one,
      patch: { sortOrder: orders[index] ?? 0 },
      ...(one === id ? { facts: { before: { place: from }, after: { place: to } } } : { action: 'reorder' }),
    }))
    const { groupId } = await applyEdits(transaction, productRecord, staff, from === to ? [] : edits)
    return { body: await listProducts(transaction), groupId }
  })

const placed = (ids: readonly string[], id: string, before: string | null): string[] => {
  if (before === id) return [...ids]
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(before === null ? others.length : others.indexOf(before), 0, id)
}

/** Gap between neighbors when all products are renumbered. */
const step = 10

const sortOrdersFor = (current: readonly number[]): readonly number[] =>
  new Set(current).size === current.length ? current : current.map((_, place) => (place + 1) * step)
