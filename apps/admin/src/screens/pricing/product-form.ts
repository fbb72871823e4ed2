import type { PricingProduct, PricingProductInput } from '@app/api-client'
import { formatPrice, moneyOf } from '@app/pricing'
import { requiredLine } from '../../components/text-rules.ts'

export type ProductCategory = PricingProduct['category']

/** Numbers are text while they are being typed. */
export type ProductForm = {
  name: string
  category: ProductCategory
  startingPrice: string
  description: string
  features: string
  isVisible: boolean
  sortOrder: string
}

export const categoryLabels: Readonly<Record<ProductCategory, string>> = {
  postcard: 'Postcard',
  letter: 'Letter',
  package: 'Package',
}

/** A new product is last and hidden, so that it isn't published or put first by accident. */
export const newProduct = (products: readonly PricingProduct[]): ProductForm => ({
  name: '',
  category: 'postcard',
  startingPrice: '',
  description: '',
  features: '',
  isVisible: false,
  sortOrder: String(Math.max(0, ...products.map(({ sortOrder = 0 }) => sortOrder)) + 1),
})

/** The price as it is written elsewhere: "0.70", or "0.835" if it has more than two decimals. */
const priceText = (dollars: number): string => formatPrice(moneyOf(dollars)).replaceAll(/[$,]/g, '')

/** The values of a product in the dialog. */
export const productForm = (product: PricingProduct): ProductForm => ({
  name: product.name,
  category: product.category,
  startingPrice: priceText(product.startingPrice),
  description: product.description ?? '',
  features: (product.features ?? []).join('\n'),
  isVisible: product.isVisible,
  sortOrder: String(product.sortOrder ?? 0),
})

/** One feature per line. Blank lines are dropped. */
const featureLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The price is sent as a number. An invalid sort order is sent as 0. */
export const toProductInput = (form: ProductForm): PricingProductInput => ({
  ...form,
  name: form.name.trim(),
  startingPrice: Number.parseFloat(form.startingPrice),
  features: featureLines(form.features),
  sortOrder: Number.parseInt(form.sortOrder, 10) || 0,
})

const maxPrice = 999_999
const maxOrder = 2_147_483_647

export const productRules = {
  name: requiredLine('Name is required'),
  startingPrice(value: string) {
    if (!value.trim()) return 'Starting price is required'
    const price = Number(value)
    if (!(price >= 0)) return 'Starting price must be a number, 0 or more'
    // A number field also accepts "1e3", which is not a plausible way to enter $1,000.
    if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value.trim())) return 'Starting price must be in digits, such as 0.68'
    if (price > maxPrice) return 'Starting price must be at most 999,999'
    return /\.\d{5}/.test(value) ? 'Starting price can have at most four decimals' : null
  },
  features(value: string) {
    const lines = featureLines(value)
    if (lines.length > 50) return 'At most 50 features'
    return lines.some((line) => line.length > 200) ? 'A feature can have at most 200 characters' : null
  },
  sortOrder(value: string) {
    if (value.trim() && !/^-?\d+$/.test(value.trim())) return 'Sort order must be a whole number'
    return Math.abs(Number.parseInt(value, 10) || 0) > maxOrder ? 'Number is too large' : null
  },
}
