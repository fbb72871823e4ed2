import { randomUUIDv7 } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { FieldChange, PricingProduct, PricingProductInput, StaffUser } from '@app/contract'
import { seenVersion, stale } from '../../db/if-match.ts'
import { invalidMember, notFound, ProblemError } from '../../errors.ts'
import { maxProducts, productColumns } from './pricing.queries.ts'

type Fields = Required<PricingProductInput>

/** @throws {ProblemError} 400 when the price has more decimals than are kept. */
const checkedFields = (input: PricingProductInput): Fields => {
  // A schema's multipleOf counts in doubles and would refuse 19.99.
  if (Number(input.startingPrice.toFixed(4)) !== input.startingPrice) {
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

const names = ['name', 'category', 'startingPrice', 'description', 'features', 'isVisible', 'sortOrder'] as const

/** A value as the audit log shows it: features one to a line, nothing for an empty text. */
function shown(value: Fields[keyof Fields] | undefined): string | null {
  const text = Array.isArray(value) ? value.join('\n') : String(value ?? '')
  return text === '' ? null : text
}

const changesBetween = (before: Partial<Fields>, after: Fields): FieldChange[] =>
  names
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((change) => change.before !== change.after)

// The query builder spreads arrays into lists, so they travel as JSON.
const features = 'array(select jsonb_array_elements_text(?::jsonb))'

const valuesOf = (fields: Fields) => [
  fields.name,
  fields.category,
  fields.startingPrice,
  fields.description,
  JSON.stringify(fields.features),
  fields.isVisible,
  fields.sortOrder,
]

/** @throws {ProblemError} 409 when there are as many products as a list holds. */
async function assertRoom(transaction: EntityManager): Promise<void> {
  // Two that come at once are counted one after the other.
  await transaction.execute("select pg_advisory_xact_lock(hashtext('pricing-product'))")
  const [row] = await transaction.execute<[{ count: number }]>('select count(*)::int from pricing_product')
  if (row.count < maxProducts) return
  const detail = `There are ${maxProducts} products, as many as there can be. Edit one that is no longer offered.`
  throw new ProblemError(409, 'full', detail)
}

/** Stores a product and its first audit entry together. @throws {ProblemError} 409 when there is no room for it. */
export const createProduct = (em: EntityManager, staff: StaffUser, input: PricingProductInput) =>
  em.transactional(async (transaction): Promise<PricingProduct> => {
    const fields = checkedFields(input)
    await assertRoom(transaction)
    const [product] = await transaction.execute<[PricingProduct]>(
      `insert into pricing_product (id, name, category, starting_price, description, features, is_visible, sort_order,
                                    version)
       values (?, ?, ?, ?, ?, ${features}, ?, ?, 1) returning ${productColumns}`,
      [randomUUIDv7(), ...valuesOf(fields)],
    )
    await addEntry(transaction, staff, 'create', product, changesBetween({}, fields))
    return product
  })

/**
 * Replaces a product and says so in the audit log, both or neither. Nothing is written when nothing changes.
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
 * Shows or hides a product, with its audit entry. Nothing is written when nothing changes.
 * @throws {ProblemError} 404 when no product has this id, 412 when it has changed since the caller read it.
 */
export const setVisibility = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  isVisible: boolean,
  ifMatch: string | undefined,
) => changeProduct(em, staff, id, ifMatch, (product) => ({ ...fieldsOf(product), isVisible }))

const changeProduct = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  ifMatch: string | undefined,
  change: (product: PricingProduct) => Fields,
) =>
  em.transactional(async (transaction): Promise<PricingProduct> => {
    const [before] = await transaction.execute<PricingProduct[]>(
      `select ${productColumns} from pricing_product where id = ? for update`,
      [id],
    )
    if (!before) throw notFound('product')
    const seen = seenVersion(ifMatch)
    if (seen !== null && seen !== before.version) throw stale()

    const fields = change(before)
    const changes = changesBetween(fieldsOf(before), fields)
    if (changes.length === 0) return before
    const [after] = await transaction.execute<[PricingProduct]>(
      `update pricing_product
          set name = ?, category = ?, starting_price = ?, description = ?, features = ${features}, is_visible = ?,
              sort_order = ?, version = version + 1
        where id = ? returning ${productColumns}`,
      [...valuesOf(fields), id],
    )
    await addEntry(transaction, staff, 'update', after, changes)
    return after
  })

const addEntry = (
  em: EntityManager,
  staff: StaffUser,
  action: 'create' | 'update',
  { id, name }: PricingProduct,
  changes: FieldChange[],
) =>
  em.execute(
    `insert into pricing_audit (id, action, product_id, product_name, actor_id, actor, changes)
     values (?, ?, ?, ?, ?, ?, ?::jsonb)`,
    [randomUUIDv7(), action, id, name, staff.id, staff.name, JSON.stringify(changes)],
  )
