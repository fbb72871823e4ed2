import type { PricingProductInput } from '@app/api-client'
import { siteUrl } from '../../urls/site-url.ts'
import { priceListDifference } from './listed-price.ts'
import styles from './PriceNotices.module.css'

const listedAt = siteUrl('/print/pricing#products')

/** Explains which prices on the site come from this screen, and which don't. */
export const PriceUsageNotice = () => (
  <section aria-label="Where the site shows these prices" className={styles.where}>
    <p>
      The site lists visible products under “Packages” on its{' '}
      <a href={listedAt} target="_blank" rel="noopener" aria-label="pricing page (opens in a new tab)">
        pricing page
      </a>
      . Changes here appear there as soon as they’re saved.
    </p>
    <p>
      All other prices on the site come from the fixed price list and can’t be changed here: the price table and
      calculator on that page, and the prices on the home, postcard, and letter pages. The list changes with a new
      release of the site.
    </p>
  </section>
)

/** Warns that a product and the price list disagree. Renders nothing if they agree. */
export function PriceListWarning({ product }: { product: PricingProductInput }) {
  const difference = priceListDifference(product)
  if (!difference) return null
  return (
    <div className={styles.warning}>
      <p className={styles.title}>Differs from the price list</p>
      <p>
        {difference} {product.isVisible ? 'Visitors see both on the pricing page.' : 'Visitors would see both.'}
      </p>
    </div>
  )
}
