import type { FieldChange, PricingAuditEntry, PricingProduct, PricingProductInput } from '@app/api-client'
import { labelOf } from '@app/labels'
import { absent } from '../../components/date-text.ts'
import { formatPrice, moneyOf } from '@app/pricing'
import { categories } from './product-form.ts'

export const actions: Record<string, string> = { create: 'Created', update: 'Updated', delete: 'Deleted' }

/** Unknown actions are shown as is. */
export const actionText = (action: string): string => labelOf(actions, action)

const fieldTexts: Record<string, string> = {
  name: 'Name',
  category: 'Category',
  startingPrice: 'Starting price',
  description: 'Description',
  features: 'Features',
  isVisible: 'Visibility',
  sortOrder: 'Sort order',
  place: 'Place in the list',
}

export const fieldText = (field: string): string => labelOf(fieldTexts, field)

/** Formats a value from the log, which is text, the way its field is shown elsewhere. */
export function valueText(field: string, value: string | null): string {
  if (value === null || value === '') return absent
  if (field === 'startingPrice' && Number.isFinite(Number(value))) return formatPrice(moneyOf(Number(value)))
  if (field === 'isVisible') return value === 'true' ? 'Visible' : 'Hidden'
  if (field === 'features') return featuresOf(value).join(', ') || absent
  if (field === 'category') return categories.find((category) => category.value === value)?.label ?? value
  return value
}

/** The log stores the list as text, one feature per line. */
const featuresOf = (value: string): string[] => value.split('\n').filter(Boolean)

/** The fields that an entry changed, with their earlier values. Undefined if there is nothing to restore. */
export function stateBefore({ action, changes = [] }: PricingAuditEntry): Partial<PricingProductInput> | undefined {
  if (action !== 'update' || changes.length === 0) return undefined
  const before = changes.map(memberBefore).reduce((state, member) => ({ ...state, ...member }), {})
  return Object.keys(before).length > 0 ? before : undefined
}

function memberBefore({ field, before }: FieldChange): Partial<PricingProductInput> {
  const text = before ?? ''
  switch (field) {
    case 'name':
      return { name: text }
    case 'category': {
      const category = categories.find(({ value }) => value === text)?.value
      return category ? { category } : {}
    }
    case 'startingPrice':
      return { startingPrice: Number(text) }
    case 'description':
      return { description: text }
    case 'features':
      return { features: featuresOf(text) }
    case 'isVisible':
      return { isVisible: text === 'true' }
    case 'sortOrder':
      return { sortOrder: Number(text) }
    default:
      return {}
  }
}

/** A product's values in the format of the log. */
const presentTexts = ({ features = [], ...product }: PricingProduct): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(product).map(([field, value]) => [field, String(value)])),
  features: features.join('\n'),
})

/**
 * The changes that a restore would make, with the current values. Fields that already have their earlier value are left
 * out.
 */
export function restorable(entry: PricingAuditEntry, product: PricingProduct | undefined) {
  const earlier = stateBefore(entry)
  if (!product || !earlier) return []
  const present = presentTexts(product)
  return (entry.changes ?? [])
    .map(({ field, before }) => ({ field, before, now: present[field] ?? null }))
    .filter(({ field, before, now }) => field in earlier && (now ?? '') !== (before ?? ''))
}
