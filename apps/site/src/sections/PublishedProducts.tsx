import { useListVisiblePricingProducts, type VisiblePricingProduct } from '@app/api-client'
import { formatUnitPrice, moneyOf } from '@app/pricing'
import { useEffect } from 'react'
import { QueryProvider } from '../forms/QueryProvider.tsx'
import buttons from '../layout/buttons.module.css'
import { Section } from '../layout/Section.tsx'
import { scrollToSection } from '../layout/scroll-to-section.ts'
import { LeadButton } from '../leads/LeadButton.tsx'
import styles from './PublishedProducts.module.css'

const sectionId = 'products'

// React's lazy() requires a default export.
// oxlint-disable-next-line import/no-default-export
export default function PublishedProducts() {
  return (
    <QueryProvider>
      <ProductList />
    </QueryProvider>
  )
}

/** The products that staff published. The price table above does not depend on it and shows even if this request fails. */
function ProductList() {
  const { data, isPending, isError, isFetching, refetch } = useListVisiblePricingProducts()
  // The prerendered page has no such section, so the browser has not found the target of a link to it.
  useEffect(() => {
    if (location.hash === `#${sectionId}`) scrollToSection(sectionId)
  }, [])
  return (
    <Section id={sectionId} title="Ready to order">
      {isPending && <Loading />}
      {isError && <Failure isTrying={isFetching} tryAgain={() => void refetch()} />}
      {data && <Products products={data.data} />}
    </Section>
  )
}

/** Two placeholders of the size of a product, so that the layout hardly shifts when the products arrive. */
const Loading = () => (
  <div aria-busy="true">
    <p className={styles.hidden}>Loading products</p>
    <ul className={styles.products} aria-hidden="true">
      {['first', 'second'].map((place) => (
        <li key={place} className={styles.place} />
      ))}
    </ul>
  </div>
)

const Failure = ({ isTrying, tryAgain }: { isTrying: boolean; tryAgain: () => void }) => (
  <div className={styles.message}>
    <p role="alert">The list of products could not be loaded. The prices above hold all the same.</p>
    <button type="button" className={buttons.secondary} disabled={isTrying} onClick={tryAgain}>
      {isTrying ? 'Loading...' : 'Try Again'}
    </button>
  </div>
)

function Products({ products }: { products: VisiblePricingProduct[] }) {
  if (products.length === 0) {
    return (
      <div className={styles.message}>
        <p>No packages are listed right now. Tell us what you mail and how often, and we put one together.</p>
        <LeadButton className={buttons.secondary}>Ask for a Package</LeadButton>
      </div>
    )
  }
  return (
    <ul className={styles.products}>
      {products.map(({ id, name, startingPrice, description, features = [] }) => (
        <li key={id}>
          <h3>{name}</h3>
          <p className={styles.price}>
            <span>starting at </span>
            {formatUnitPrice(moneyOf(startingPrice))}
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
  )
}
