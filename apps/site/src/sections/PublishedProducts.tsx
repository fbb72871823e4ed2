import { useListVisiblePricingProducts } from '@app/api-client'
import { formatUnitPrice } from '@app/pricing'
import { QueryProvider } from '../forms/QueryProvider.tsx'
import { Section } from '../layout/Section.tsx'
import styles from './PublishedProducts.module.css'

// The page loads this by its default export, as lazy() wants it.
// oxlint-disable-next-line import/no-default-export
export default function PublishedProducts() {
  return (
    <QueryProvider>
      <ProductList />
    </QueryProvider>
  )
}

/** Nothing when staff published nothing, or when they cannot be asked: the price table above stands on its own. */
function ProductList() {
  const { data } = useListVisiblePricingProducts()
  const products = data?.data ?? []
  if (products.length === 0) return null
  return (
    <Section id="products" title="Ready to order">
      <ul className={styles.products}>
        {products.map(({ id, name, startingPrice, description, features = [] }) => (
          <li key={id}>
            <h3>{name}</h3>
            <p className={styles.price}>
              <span>starting at </span>
              {formatUnitPrice(startingPrice)}
            </p>
            {description && <p>{description}</p>}
            {features.length > 0 && (
              <ul className={styles.features}>
                {features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
