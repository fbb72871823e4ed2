import type { PricingProductInput } from '@app/api-client'
import { labelOf } from '@app/labels'
import { formatPrice, moneyOf } from '@app/pricing'
import { categoryLabels } from './product-form.ts'
import styles from './ProductFace.module.css'

type Props = { product: PricingProductInput; heading: 'h2' | 'h3'; headingId?: string }

/** A product as visitors see it. Used by the list and by the preview in the dialog. */
export function ProductFace({ product, heading: Heading, headingId }: Props) {
  const { name, category, startingPrice, description, features = [] } = product
  return (
    <div className={styles.face}>
      <p className={styles.category}>{labelOf(categoryLabels, category)}</p>
      <Heading id={headingId} className={styles.name} dir="auto" title={name}>
        {name || 'Name'}
      </Heading>
      <p className={styles.price}>
        <span>from</span> {Number.isFinite(startingPrice) ? formatPrice(moneyOf(startingPrice)) : '$—'}
      </p>
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      {features.length > 0 && (
        <ul className={styles.features}>
          {features.map((feature, index) => (
            // Lines may repeat, so the index is part of the key.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${index} ${feature}`} dir="auto">
              {feature}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
