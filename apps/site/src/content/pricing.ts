import { brand } from '@app/brand'
import { pieceTitle, priceList, type PricedItem, pricedPostcards, tiers, volumeLimit } from '@app/pricing'
import { breadcrumb } from './breadcrumb.ts'
import { deliveryTimes } from './claims.ts'
import { paths } from './paths.ts'
import { socialImage } from './social.ts'
import type { PageMeta } from './page-meta.ts'
import { rowsOf } from './rows.ts'

/** Rows of the price table. A technical term in a title has a hint. */
export const priceRows: { item: PricedItem; title: string; term?: string; hint?: string }[] = [
  ...pricedPostcards.map((item) => ({ item, title: pieceTitle(item) })),
  {
    item: 'letter-first-class',
    title: 'First Class letter (8.5x11 or 8.5x14)',
    term: 'First Class',
    hint: `Typically ${deliveryTimes.firstClass}, forwarded if the recipient has moved.`,
  },
  {
    item: 'letter-standard',
    title: 'Standard Mail letter',
    term: 'Standard Mail',
    hint: `Now called USPS Marketing Mail: ${deliveryTimes.standard}, pooled, or with at least 200 pieces per drop.`,
  },
  {
    item: 'additional-letter-sheet',
    title: 'Additional letter pages',
    term: 'pages',
    hint: 'Charged for each sheet after the first. Duplex is free, so printing both sides costs nothing extra.',
  },
]

export const support = rowsOf({
  'Every volume': 'Email support for all.',
  '2,000+ pieces': '8x5 phone support.',
  '10,000+ pieces': '24x7 phone support.',
})

const url = brand.siteOrigin + paths.pricing

/** A row of the table as structured data, with one offer per tier. */
const product = ({ item, title }: (typeof priceRows)[number]) => ({
  '@type': 'Product',
  name: title,
  description: `${title}, print and postage included, duplex free.`,
  image: brand.siteOrigin + socialImage(paths.pricing),
  brand: { '@type': 'Brand', name: brand.companyName },
  offers: {
    '@type': 'AggregateOffer',
    priceCurrency: 'USD',
    lowPrice: Math.min(...priceList[item]),
    highPrice: Math.max(...priceList[item]),
    offerCount: tiers.length,
    url,
    offers: priceList[item].map((price, tier) => ({
      '@type': 'Offer',
      name: `${tiers[tier]?.label} pieces a month`,
      price,
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url,
      eligibleQuantity: {
        '@type': 'QuantitativeValue',
        minValue: Math.max(1, tiers[tier]?.from ?? 1),
        maxValue: (tiers[tier + 1]?.from ?? volumeLimit + 1) - 1,
      },
    })),
  },
})

export const pricingMeta: PageMeta = {
  path: paths.pricing,
  title: 'Print and mail prices',
  description:
    'Postcard and letter prices by monthly volume, print and postage included. Duplex is free. Calculate your own total.',
  keywords: 'direct mail prices, postcard price, letter price, postage included, volume pricing, print API cost',
  jsonLd: {
    '@context': 'https://schema.org',
    '@graph': [
      breadcrumb(['Print API', paths.print], ['Pricing', paths.pricing]),
      ...priceRows.filter(({ item }) => item !== 'additional-letter-sheet').map(product),
    ],
  },
}
