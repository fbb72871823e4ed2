import { formatCount, formatUnitPrice, unitPrice, volumeLimit } from '@app/pricing'
import { Link } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { pricingMeta, support } from '../content/pricing.ts'
import buttons from '../components/buttons.module.css'
import { JumpButton } from '../components/JumpButton.tsx'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { LeadButton } from '../leads/LeadButton.tsx'
import { ExampleWithText } from '../sections/CodeSample.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Back, Front } from '../components/Piece.tsx'
import { PriceCalculator } from '../pricing/PriceCalculator.tsx'
import { PriceTable } from '../pricing/PriceTable.tsx'
import { PieceFigure } from '../sections/PieceFigure.tsx'
import { Rows } from '../sections/Rows.tsx'
import { Island, lazyPart } from '../startup/WhenSeen.tsx'
import styles from './PricingPage.module.css'

/** Products change without a new build, so they load when they scroll into view. */
const PublishedProducts = lazyPart('PublishedProducts', () => import('../pricing/PublishedProducts.tsx'))

const firstPrice = formatUnitPrice(unitPrice('postcard-4.25x6', 1))

export function PricingPage() {
  return (
    <SitePage meta={pricingMeta} frame="print">
      <PageHero
        title="One price per piece, postage included"
        actions={
          <>
            <JumpButton section="calculator" className={buttons.accentLarge}>
              Calculate Your Price
            </JumpButton>
            <LeadButton className={buttons.secondaryLarge}>Contact Sales Team</LeadButton>
          </>
        }
        art={<Back size="4.25x6" label="Back of a 4.25x6 postcard with its postage paid" className={styles.card} />}
      >
        Prices include print and postage. Duplex is free. No contracts, no minimums.
      </PageHero>
      <Section id="prices" title="Prices by monthly volume">
        <PriceTable />
        <p className={styles.notes}>
          6x11 postcards: contact us for pricing. For volume pricing above {formatCount(volumeLimit)} pieces a month,{' '}
          <LeadButton className={buttons.link}>contact our sales team</LeadButton>.
        </p>
      </Section>
      <PriceCalculator />
      <Section id="products" title="Packages" needsScripts hasIsland>
        <Island name="product-list">
          <PublishedProducts />
        </Island>
      </Section>
      <Section id="support" title="Support that grows with you">
        <Rows rows={support} />
      </Section>
      <Section id="request" title="Get the price from the API">
        <ExampleWithText name="price">
          <p>
            Send a request with DryRun set to true: the proof includes the price of the piece, and nothing is mailed.{' '}
            <Link to={paths.docs}>See the documentation</Link>
          </p>
          <PieceFigure caption={`A single card like this costs ${firstPrice}, print and postage included.`}>
            <Front size="4.25x6" label="Front of a 4.25x6 postcard for Dana in Tulsa" />
          </PieceFigure>
        </ExampleWithText>
      </Section>
    </SitePage>
  )
}
