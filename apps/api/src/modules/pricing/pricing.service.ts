import { LockMode } from '@mikro-orm/postgresql'
import { isExact } from '@app/pricing'
import type { FieldChange, PricingProduct, PricingProductInput, StaffUser } from '@app/contract'
import { seenVersion, stale } from '../../db/if-match.ts'
import { invalidMember, notFound, ProblemError } from '../../errors.ts'
import type { EntityManager } from '../database.ts'
import { PricingAuditEntity, PricingProductEntity } from './pricing.entity.ts'
import { maxProducts } from './pricing.queries.ts'

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

/** A product as the contract shows it. */
const productOf = ({ id, version, ...product }: Fields & { id: string; version: number }): PricingProduct => ({
  ...fieldsOf(product),
  id,
  version,
})

/** @throws {ProblemError} 409 when there are as many products as a list holds. */
async function assertRoom(transaction: EntityManager): Promise<void> {
  // Two products that are added at once are counted one after the other.
  await transaction.execute("select pg_advisory_xact_lock(hashtext('pricing-product'))")
  if ((await transaction.count(PricingProductEntity)) < maxProducts) return
  const detail = `There are ${maxProducts} products, as many as there can be. Edit one that is no longer offered.`
  throw new ProblemError(409, 'full', detail)
}

/** Stores a product together with its first audit entry. @throws {ProblemError} 409 when there is no room for it. */
export const createProduct = (em: EntityManager, staff: StaffUser, input: PricingProductInput) =>
  em.transactional(async (transaction): Promise<PricingProduct> => {
    const fields = checkedFields(input)
    await assertRoom(transaction)
    const product = transaction.create(PricingProductEntity, fields)
    addEntry(transaction, staff, 'create', product, changesBetween({}, fields))
    await transaction.flush()
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

const changeProduct = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  ifMatch: string | undefined,
  change: (before: Fields) => Fields,
) =>
  em.transactional(async (transaction): Promise<PricingProduct> => {
    const product = await transaction.findOne(PricingProductEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!product) throw notFound('product')
    const seen = seenVersion(ifMatch)
    if (seen !== null && seen !== product.version) throw stale()

    const before = fieldsOf(product)
    const fields = change(before)
    const changes = changesBetween(before, fields)
    if (changes.length > 0) {
      Object.assign(product, fields)
      addEntry(transaction, staff, 'update', product, changes)
      await transaction.flush()
    }
    return productOf(product)
  })

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
