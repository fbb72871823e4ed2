import { LockMode } from '@mikro-orm/postgresql'
import { isExact } from '@app/pricing'
import type { FieldChange, PricingProduct, PricingProductInput, StaffUser } from '@app/contract'
import { seenVersion, stale } from '../../db/if-match.ts'
import { announceChange } from '../../db/live-channel.ts'
import { invalidMember, notFound, ProblemError } from '../../errors.ts'
import type { EntityManager } from '../database.ts'
import { PricingAuditEntity, PricingProductEntity } from './pricing.entity.ts'
import { listProducts, maxProducts } from './pricing.queries.ts'

type Fields = Required<PricingProductInput>

/** @throws {ProblemError} 400 when the price has more decimals than are kept. */
const checkedFields = (input: PricingProductInput): Fields => {
  // A schema's multipleOf divides doubles and would refuse 19.99.
  if (!isExact(input.startingPrice)) {
    throw invalidMember('/startingPrice', 'must have no more than four decimals')
  }
  return fieldsOf(input)
}

const fieldsOf = (input: PricingProductInput): Fields => ({
  name: input.name.trim(),
  category: input.category,
  startingPrice: input.startingPrice,
  description: input.description?.trim() ?? '',
  features: (input.features ?? []).map((feature) => feature.trim()),
  isVisible: input.isVisible,
  sortOrder: input.sortOrder ?? 0,
})

const names: (keyof Fields)[] = [
  'name',
  'category',
  'startingPrice',
  'description',
  'features',
  'isVisible',
  'sortOrder',
]

/** A value as the audit log shows it: one feature to a line, and null for an empty text. */
function shown(value: Fields[keyof Fields] | undefined): string | null {
  const text = Array.isArray(value) ? value.join('\n') : String(value ?? '')
  return text === '' ? null : text
}

const changesBetween = (before: Partial<Fields>, after: Fields): FieldChange[] =>
  names
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((change) => change.before !== change.after)

type Stored = Fields & {
  id: string
  version: number
  changedAt?: Date | null | undefined
  changedBy?: string | null | undefined
}

/** A product as the contract shows it. */
const productOf = ({ id, version, changedAt, changedBy, ...product }: Stored): PricingProduct => ({
  ...fieldsOf(product),
  id,
  version,
  ...(changedAt && { changedAt: changedAt.toISOString() }),
  ...(changedBy && { changedBy }),
})

/** Products are added and moved one after the other. */
const takeTurns = (transaction: EntityManager) =>
  transaction.execute("select pg_advisory_xact_lock(hashtext('pricing-product'))")

/** @throws {ProblemError} 409 when there are as many products as a list holds. */
async function assertRoom(transaction: EntityManager): Promise<void> {
  await takeTurns(transaction)
  if ((await transaction.count(PricingProductEntity)) < maxProducts) return
  const detail = `There are ${maxProducts} products, as many as there can be. Edit one that is no longer offered.`
  throw new ProblemError(409, 'full', detail)
}

/** Stores a product together with its first audit entry. @throws {ProblemError} 409 when there is no room for it. */
export const createProduct = (em: EntityManager, staff: StaffUser, input: PricingProductInput) =>
  em.transactional(async (transaction): Promise<PricingProduct> => {
    const fields = checkedFields(input)
    await assertRoom(transaction)
    const product = transaction.create(PricingProductEntity, { ...fields, ...by(staff) })
    addEntry(transaction, staff, 'create', product, changesBetween({}, fields))
    await transaction.flush()
    await announceChange(transaction, 'pricing_products', [product])
    return productOf(product)
  })

/**
 * Replaces a product and adds an entry to the audit log, both or neither. Writes nothing when nothing changes.
 * @throws {ProblemError} 404 when no product has this id, 412 when it has changed since the caller read it.
 */
export const updateProduct = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  input: PricingProductInput,
  ifMatch: string | undefined,
) => changeProduct(em, staff, id, ifMatch, () => checkedFields(input))

/**
 * Shows or hides a product and adds an entry to the audit log. Writes nothing when nothing changes.
 * @throws {ProblemError} 404 when no product has this id, 412 when it has changed since the caller read it.
 */
export const setVisibility = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  isVisible: boolean,
  ifMatch: string | undefined,
) => changeProduct(em, staff, id, ifMatch, (product) => ({ ...product, isVisible }))

/** Shows or hides all of these products or none. Those that do not exist are left out of what it returns. */
export const setManyVisible = (em: EntityManager, staff: StaffUser, ids: readonly string[], isVisible: boolean) =>
  em.transactional(async (transaction): Promise<PricingProduct[]> => {
    const products = await lockedProducts(transaction, ids)
    const changed = products.filter((product) =>
      change(transaction, staff, product, { ...fieldsOf(product), isVisible }),
    )
    await transaction.flush()
    await announceChange(transaction, 'pricing_products', changed)
    return products.map(productOf)
  })

const changeProduct = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  ifMatch: string | undefined,
  fieldsAfter: (before: Fields) => Fields,
) =>
  em.transactional(async (transaction): Promise<PricingProduct> => {
    const [product] = await lockedProducts(transaction, [id])
    if (!product) throw notFound('product')
    const seen = seenVersion(ifMatch)
    if (seen !== null && seen !== product.version) throw stale()

    if (change(transaction, staff, product, fieldsAfter(fieldsOf(product)))) {
      await transaction.flush()
      await announceChange(transaction, 'pricing_products', [product])
    }
    return productOf(product)
  })

/**
 * Puts a product right before another one, or at the end. The products keep the sort orders they already have; only
 * where two are equal, so that the name decides between them, all are renumbered. The audit log gets one entry, for the
 * product that moved.
 * @throws {ProblemError} 404 when one of the two does not exist.
 */
export const moveProduct = (em: EntityManager, staff: StaffUser, id: string, before: string | null) =>
  em.transactional(async (transaction): Promise<PricingProduct[]> => {
    await takeTurns(transaction)
    // Locked before they are listed: until then, a change under way may give them another order.
    const known = new Map((await lockedProducts(transaction)).map((product) => [product.id, product]))
    const listed = (await listProducts(transaction)).map((product) => product.id)
    const moved = known.get(id)
    if (!moved || (before !== null && !known.has(before))) throw notFound('product')

    const order = placed(listed, id, before)
    const orders = sortOrdersFor(listed.map((one) => known.get(one)?.sortOrder ?? 0))
    const [from, to] = [listed, order].map((ids) => String(ids.indexOf(id) + 1))
    const changes = changesBetween(fieldsOf(moved), { ...fieldsOf(moved), sortOrder: orders[order.indexOf(id)] ?? 0 })
    if (from !== to) {
      for (const product of known.values()) product.sortOrder = orders[order.indexOf(product.id)] ?? 0
      Object.assign(moved, by(staff))
      addEntry(transaction, staff, 'update', moved, [
        { field: 'place', before: from ?? null, after: to ?? null },
        ...changes,
      ])
      await transaction.flush()
      await announceChange(transaction, 'pricing_products', [moved])
    }
    return listProducts(transaction)
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

/** All products unless ids are given, locked in one order everywhere, so that two writers never wait for each other. */
const lockedProducts = (transaction: EntityManager, ids?: readonly string[]) =>
  transaction.find(PricingProductEntity, ids ? { id: { $in: [...ids] } } : {}, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    orderBy: { id: 'asc' },
  })

type Product = Awaited<ReturnType<typeof lockedProducts>>[number]

/** Changes a product and adds an entry to the audit log. Returns false, and does nothing, when nothing changes. */
function change(em: EntityManager, staff: StaffUser, product: Product, fields: Fields): boolean {
  const changes = changesBetween(fieldsOf(product), fields)
  if (changes.length === 0) return false
  Object.assign(product, fields, by(staff))
  addEntry(em, staff, 'update', product, changes)
  return true
}

const by = (staff: StaffUser) => ({ changedAt: new Date(), changedBy: staff.name })

function addEntry(
  em: EntityManager,
  staff: StaffUser,
  action: 'create' | 'update',
  product: { id: string; name: string },
  changes: FieldChange[],
): void {
  em.create(PricingAuditEntity, {
    action,
    productId: product.id,
    productName: product.name,
    actorAccount: staff.id,
    actor: staff.name,
    changes,
  })
}
