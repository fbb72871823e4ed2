import { useListPublicPricingProducts, type PublicPricingProduct } from '@app/api-client'
import { formatUnitPrice, moneyOf } from '@app/pricing'
import { QueryProvider } from '../forms/QueryProvider.tsx'
import buttons from '../components/buttons.module.css'
import { LeadButton } from '../leads/LeadButton.tsx'
import { useIsHydrated } from '../startup/use-is-hydrated.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import styles from './PublishedProducts.module.css'

export const PublishedProducts = () => (
  <QueryProvider>
    <ProductList />
  </QueryProvider>
)

/** The products that staff published. The price table above does not depend on this request. */
function ProductList() {
  const query = useListPublicPricingProducts()
  const { data, isError } = query
  const isHydrated = useIsHydrated()
  if (isHydrated && isError) {
    return (
      <LoadFailure query={query} className={styles.message}>
        The list of products could not be loaded. The prices above still apply.
      </LoadFailure>
    )
  }
  return isHydrated && data ? <Products products={data.data} /> : <Loading />
}

/** Two placeholders of a product's size, so that the layout barely shifts when the products arrive. */
const Loading = () => (
  <div aria-busy="true">
    <p className="visually-hidden">Loading products</p>
    <ul className={styles.products} aria-hidden="true">
      {['first', 'second'].map((place) => (
        <li key={place} className={styles.place} />
      ))}
    </ul>
  </div>
)

function Products({ products }: { products: PublicPricingProduct[] }) {
  if (products.length === 0) {
    return (
      <div className={styles.message}>
        <p>No packages are listed right now. Tell us what you mail and how often, and we’ll put one together.</p>
        <LeadButton className={buttons.secondary}>Ask for a Package</LeadButton>
      </div>
    )
  }
  return (
    <ul className={styles.products}>
      {products.map(({ id, name, startingPrice, description, features = [] }) => (
        <li key={id}>
          <h3 title={name}>{name}</h3>
          <p className={styles.price}>
            <span>starting at </span>
            {formatUnitPrice(moneyOf(startingPrice))}
          </p>
          {description && <p>{description}</p>}
          {features.length > 0 && (
            <ul className={`marked ${styles.features}`}>
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
