import { dollarsOf, type Piece, pieces, pieceTitle, quote } from '@app/pricing'
import { brand } from '@app/brand'
import { servedPages } from './public-paths.ts'
import { expect, test } from './test.ts'

interface Thing {
  '@type': string
  [property: string]: unknown
}

/** The properties that search engines require or recommend for each type we use. */
const wanted: Record<string, string[]> = {
  Organization: ['name', 'url'],
  WebSite: ['name', 'url'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Product: ['name', 'description', 'image', 'brand', 'offers'],
  Brand: ['name'],
  AggregateOffer: ['lowPrice', 'highPrice', 'priceCurrency', 'offerCount', 'offers'],
  Offer: ['price', 'priceCurrency', 'availability', 'url', 'eligibleQuantity'],
  QuantitativeValue: ['minValue', 'maxValue'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  Event: ['name', 'startDate', 'endDate', 'eventStatus', 'location', 'image', 'description', 'organizer'],
  Place: ['name', 'address'],
  PostalAddress: ['addressCountry'],
}

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && '@type' in value

/** Every object with a type, at any depth. */
function thingsOf(value: unknown): Thing[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(thingsOf)
  return isThing(value) ? [value, ...inside] : inside
}

function thingsIn(html: string): Thing[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  return blocks.flatMap(([, json = '']) => {
    const data = JSON.parse(json) as { '@context'?: string }
    expect(data['@context']).toBe('https://schema.org')
    return thingsOf(data)
  })
}

const ofType = (things: Thing[], type: string) => things.filter((thing) => thing['@type'] === type)

test('every page has structured data with all required properties', async ({ request }) => {
  const faults: string[] = []
  for (const [path, html] of await servedPages(request)) {
    const things = thingsIn(html)
    if (things.length === 0) faults.push(`${path} says nothing`)
    for (const thing of things) {
      const properties = wanted[thing['@type']]
      if (!properties) faults.push(`${path}: ${thing['@type']} is of no use here`)
      const missing = (properties ?? []).filter((name) => thing[name] === undefined || thing[name] === '')
      if (missing.length > 0) faults.push(`${path}: ${thing['@type']} lacks ${missing.join(', ')}`)
    }
    const trail = ofType(things, 'ListItem')
    const last = trail.at(-1)
    if (path !== '/' && last?.['item'] !== brand.siteOrigin + path) faults.push(`${path}: the trail ends elsewhere`)
    if (trail.some(({ position }, index) => position !== index + 1)) faults.push(`${path}: the trail is out of order`)
  }
  expect(faults).toEqual([])
})

test('the home page names the business and the site', async ({ request }) => {
  const things = thingsIn(await (await request.get('/')).text())
  expect(ofType(things, 'WebSite')).toHaveLength(1)
  expect(ofType(things, 'Organization')[0]).toMatchObject({
    name: brand.companyName,
    telephone: brand.phone.displayLong,
    email: brand.email,
    foundingDate: String(brand.foundedYear),
    address: { streetAddress: brand.address.street, postalCode: brand.address.zip },
  })
})

test('products have the price engine’s prices for each tier', async ({ request }) => {
  const postcards = pieces.filter(
    (one) => one.startsWith('postcard-') && quote(one, 1, 1, 'first-class').kind === 'price',
  )
  const pieceOf: Record<string, [Piece, 'first-class' | 'standard']> = {
    ...Object.fromEntries(
      postcards.map((piece): [string, [Piece, 'first-class']] => [pieceTitle(piece), [piece, 'first-class']]),
    ),
    'First Class letter (8.5x11 or 8.5x14)': ['letter-8.5x11', 'first-class'],
    'Standard Mail letter': ['letter-8.5x11', 'standard'],
  }
  const products = ofType(thingsIn(await (await request.get('/print/pricing')).text()), 'Product')
  expect(products.map(({ name }) => name)).toEqual(Object.keys(pieceOf))
  for (const product of products) {
    const [piece, mailClass] = pieceOf[String(product['name'])] ?? []
    const offers = ofType(thingsOf(product), 'Offer')
    expect(offers).toHaveLength(4)
    for (const { price, eligibleQuantity } of offers) {
      const { minValue, maxValue } = eligibleQuantity as { minValue: number; maxValue: number }
      for (const quantity of [minValue, maxValue]) {
        const answer = quote(piece ?? 'postcard-6x11', quantity, 1, mailClass ?? 'first-class')
        expect(answer.kind === 'price' && dollarsOf(answer.unit)).toBe(price)
      }
    }
  }
})
