import { brand } from '@app/brand'
import { formatCount, formatUnitPrice, unitPrice } from '@app/pricing'
import { stageDesigns } from './designs.ts'
import { paths } from './paths.ts'
import type { PageMeta } from './page-meta.ts'
import { postcardSizes } from './sizes.ts'
import { rowsOf } from './rows.ts'

export const homeMeta: PageMeta = {
  path: paths.home,
  title: 'Trackable direct mail and print API',
  description:
    'Postcards and letters with personalized URLs, QR codes, and your CRM data, printed and mailed through one REST API and tracked piece by piece.',
  keywords:
    'direct mail, trackable direct mail, print API, mail API, postcards, letters, personalized URLs, QR codes, variable data printing',
  jsonLd: {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        name: brand.companyName,
        url: `${brand.siteOrigin}/`,
        logo: `${brand.siteOrigin}/favicon.svg`,
        foundingDate: String(brand.foundedYear),
        telephone: brand.phone.displayLong,
        email: brand.email,
        address: {
          '@type': 'PostalAddress',
          streetAddress: brand.address.street,
          addressLocality: brand.address.city,
          addressRegion: brand.address.state,
          postalCode: brand.address.zip,
          addressCountry: 'US',
        },
      },
      { '@type': 'WebSite', name: brand.companyName, url: `${brand.siteOrigin}/`, inLanguage: 'en-US' },
    ],
  },
}

export const industries = [
  'Automotive',
  'Health & Wellness',
  'Home Services',
  'Mortgage & Banking',
  'Retail & eCommerce',
] as const

/** Minimum pieces a month for the "starting at" prices. */
const postcardTierFrom = 5_000
const letterTierFrom = 10_000

const atTier = (from: number) => `at ${formatCount(from)}+ pieces a month`

export const startingPrices = {
  postcard: {
    price: formatUnitPrice(unitPrice('postcard-4.25x6', postcardTierFrom)),
    note: `4.25x6, ${atTier(postcardTierFrom)}`,
  },
  letter: {
    price: formatUnitPrice(unitPrice('letter-standard', letterTierFrom)),
    note: `Standard Mail, ${atTier(letterTierFrom)}`,
  },
} as const

/** Rows of the table that compares postcards and letters. */
export const formatRows = [
  { title: 'Sizes', postcard: `${postcardSizes} inches`, letter: '8.5x11 and 8.5x14 inches' },
  { title: 'Stock', postcard: '110 lb, film laminated', letter: '28 lb paper' },
  { title: 'Images', postcard: '300 DPI', letter: '300 DPI' },
  { title: 'Second side', postcard: 'Duplex is free', letter: 'Duplex is free' },
  { title: 'Tracking', postcard: 'Each piece', letter: 'Each piece' },
] as const

export const services = [
  {
    title: 'Print and mail API',
    text: 'Send one piece or thousands, with one REST call for each. Address verification included, no contracts, no minimums.',
    to: paths.print,
    action: 'See the Print API',
  },
  {
    title: 'Mortgage lead generation',
    text: 'Reach veterans, homeowners with equity, renters, and reverse mortgage borrowers with mail your loan officers can track.',
    to: paths.mortgage,
    action: 'See mortgage mail',
  },
  {
    title: 'USPS Informed Delivery',
    text: 'Add a clickable image to the email preview of the day’s mail, before the piece reaches the mailbox.',
    to: paths.informedDelivery,
    action: 'See Informed Delivery',
  },
  {
    title: 'Digital audience creation',
    text: 'Show the people on your mailing list the same offer online.',
    to: paths.digitalAudience,
    action: 'See digital audiences',
  },
] as const

export const personalization = rowsOf({
  'Personalized URLs and QR codes': 'Each recipient gets their own URL and QR code.',
  'CRM-driven variable data': 'Names, places, dates, and offers come from your records.',
  'Digital attribution': 'Every scan is credited to the mailing that prompted it.',
  'Web-to-print API': 'Your template and your data go in. Printed mail comes out.',
})

export const customerStages = [
  {
    design: stageDesigns.acquisition,
    title: 'Acquisition',
    when: 'Before they know you',
    text: 'Send a first offer to households that look like your best customers.',
  },
  {
    design: stageDesigns.nurture,
    title: 'Nurture',
    when: 'While they decide',
    text: 'Follow up on a form or a call with a piece that has their name and answers their question.',
  },
  {
    design: stageDesigns.retargeting,
    title: 'Retargeting',
    when: 'After they leave',
    text: 'When a visit ends without an order, follow up with a postcard.',
  },
  {
    design: stageDesigns.retention,
    title: 'Retention',
    when: 'Once they buy',
    text: 'Mark a renewal, a birthday, or a recent order with something they can hold.',
  },
] as const

export const trackingSteps = ['Printed', 'In transit', 'Delivered', 'Scanned'] as const
