import { brand } from '@app/brand'
import { formatCount, formatUnitPrice, unitPrice } from '@app/pricing'
import { stageDesigns } from './designs.ts'
import { paths } from './paths.ts'
import type { PageMeta } from './page-meta.ts'

export const homeMeta: PageMeta = {
  path: paths.home,
  title: 'Trackable direct mail and print API',
  description:
    'Postcards and letters with personalized URLs, QR codes and your CRM data, printed and mailed through one REST API and tracked piece by piece.',
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

/** Pieces a month from which the "starting at" prices apply. */
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

/** Compares postcards with letters: one row per criterion. */
export const formatRows = [
  { title: 'Sizes', postcard: '4.25x6, 6x9 and 6x11 inches', letter: '8.5x11 and 8.5x14 inches' },
  { title: 'Stock', postcard: '110 lb, film laminated', letter: '28 lb paper' },
  { title: 'Images', postcard: '300 DPI', letter: '300 DPI' },
  { title: 'Second side', postcard: 'Duplex is free', letter: 'Duplex is free' },
  { title: 'Tracking', postcard: 'Each piece', letter: 'Each piece' },
] as const

export const services = [
  {
    title: 'Print and mail API',
    text: 'Send one piece or a whole list with a REST call. Addresses are verified; there are no contracts and no minimums.',
    to: paths.print,
    action: 'See the Print API',
  },
  {
    title: 'Mortgage lead generation',
    text: 'Reach veterans, homeowners with equity, renters and reverse borrowers with mail your loan officers can follow.',
    to: paths.mortgage,
    action: 'See mortgage mail',
  },
  {
    title: 'USPS Informed Delivery',
    text: 'Add a clickable image to the preview of the day’s mail, before the piece is in the box.',
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

export const personalization = [
  { title: 'Personalized URLs and QR codes', text: 'Each recipient gets an address and a code of their own.' },
  { title: 'CRM-driven variable data', text: 'Names, places, dates and offers come from your records.' },
  { title: 'Digital attribution', text: 'A scan is tied to the piece that earned it.' },
  { title: 'Web-to-print API', text: 'Your template and your data go in. Printed mail comes out.' },
] as const

export const customerStages = [
  {
    design: stageDesigns.acquisition,
    title: 'Acquisition',
    when: 'Before they know you',
    text: 'Put a first offer in the mailboxes that fit your best customers.',
  },
  {
    design: stageDesigns.nurture,
    title: 'Nurture',
    when: 'While they decide',
    text: 'Follow a form or a call with a piece that carries their name and their question.',
  },
  {
    design: stageDesigns.retargeting,
    title: 'Retargeting',
    when: 'After they leave',
    text: 'Answer a visit that ended without an order with a postcard at home.',
  },
  {
    design: stageDesigns.retention,
    title: 'Retention',
    when: 'Once they are yours',
    text: 'Mark a renewal, a birthday or a last order with something to hold.',
  },
] as const

export const trackingSteps = ['Printed', 'In transit', 'Delivered', 'Scanned'] as const
