import type { PricingAuditEntry, PricingProduct, PricingProductInput } from '@app/api-client'
import { labelOf } from '@app/labels'
import { absent } from '../../components/format.ts'
import { formatPrice, moneyOf } from '@app/pricing'
import { categoryLabels, productForm, toProductInput } from './product-form.ts'

export const actions: Record<string, string> = { create: 'Created', update: 'Updated', delete: 'Deleted' }

/** Unknown actions are shown as is. */
export const actionText = (action: string): string => labelOf(actions, action)

export const productLabels: Record<string, string> = {
  name: 'Name',
  category: 'Category',
  startingPrice: 'Starting price',
  description: 'Description',
  features: 'Features',
  isVisible: 'Visibility',
  sortOrder: 'Sort order',
  place: 'Position in list',
}

/** Formats a log value, which is text, the way its field is shown elsewhere. */
export function valueText(field: string, value: string | null): string {
  if (value === null || value === '') return absent
  if (field === 'startingPrice' && Number.isFinite(Number(value))) return formatPrice(moneyOf(Number(value)))
  if (field === 'isVisible') return value === 'true' ? 'Visible' : 'Hidden'
  if (field === 'features') return featuresOf(value).join(', ') || absent
  if (field === 'category') return labelOf(categoryLabels, value)
  return value
}

/** The log stores the list as text, one feature per line. */
const featuresOf = (value: string): string[] => value.split('\n').filter(Boolean)

/** A product's values in the format of the log. */
const presentTexts = ({ features = [], ...product }: PricingProduct): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(product).map(([field, value]) => [field, String(value)])),
  features: features.join('\n'),
})

/** The fields that a restore would change, with their current values. */
export function restorable({ action, changes = [] }: PricingAuditEntry, product: PricingProduct | undefined) {
  if (!product || action !== 'update') return []
  const present = presentTexts(product)
  return changes
    .map(({ field, before }) => ({ field, before: before ?? '', now: present[field] ?? '' }))
    .filter(({ field, before, now }) => Object.hasOwn(productForm(product), field) && now !== before)
}

/** The product with the earlier values. */
export const restored = (product: PricingProduct, changes: ReturnType<typeof restorable>): PricingProductInput =>
  toProductInput({
    ...productForm(product),
    ...Object.fromEntries(
      changes.map(({ field, before }) => [field, field === 'isVisible' ? before === 'true' : before]),
    ),
  })
