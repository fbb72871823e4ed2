import { brand } from '@app/brand'
import { breadcrumb } from './breadcrumb.ts'
import { lenderDesigns } from './designs.ts'
import { paths } from './paths.ts'
import { socialImage } from './social.ts'
import type { PageMeta } from './page-meta.ts'
import { rowsOf } from './rows.ts'

export const mortgageMeta: PageMeta = {
  path: paths.mortgage,
  title: 'Mortgage lead generation by mail',
  description:
    'Direct mail for loan officers: veterans, homeowners with equity, renters, and reverse mortgage borrowers, connected to Total Expert and measured by funded loan.',
  keywords: 'mortgage leads, mortgage direct mail, veterans, home equity, renters, reverse lending, Total Expert',
  jsonLd: breadcrumb(['Mortgage lead generation', paths.mortgage]),
}

export const mortgageOffers = rowsOf({
  'Trigger mail': 'A piece goes out when something changes: a rate drops, a lock expires, a home is listed.',
  'Audience mail': 'A list built from one of four models, mailed in drops your team can keep up with.',
  'Past-client mail': 'Equity updates and anniversaries for people who have borrowed from you before.',
})

export const audienceModels = [
  {
    design: lenderDesigns.veterans,
    title: 'Veterans',
    text: 'Service members and families who qualify for a VA loan and have not used it.',
  },
  {
    design: lenderDesigns.homeEquity,
    title: 'Home Equity',
    text: 'Homeowners whose homes gained more value than their loans cost.',
  },
  {
    design: lenderDesigns.renters,
    title: 'Renters',
    text: 'Households that already pay as much as a mortgage would cost.',
  },
  {
    design: lenderDesigns.reverse,
    title: 'Reverse Lending',
    text: 'Homeowners 62 and older whose home could pay them.',
  },
] as const

export const informedDeliveryMeta: PageMeta = {
  path: paths.informedDelivery,
  title: 'USPS Informed Delivery campaigns',
  description:
    'Add a clickable image to the email preview of the day’s mail, so people see your offer before they open the mailbox.',
  keywords: 'USPS Informed Delivery, ride-along image, interactive campaign, direct mail, mail preview',
  jsonLd: breadcrumb(['USPS Informed Delivery', paths.informedDelivery]),
}

export const informedDeliveryFeatures = rowsOf({
  'A color image': 'Up to 300 by 200 pixels next to the grayscale scan of your piece.',
  'A link you can measure': 'Each click goes to your page, tagged with the mailing it came from.',
  'No second mailing': 'It rides along with mail you already send, to every household that previews its mail.',
  'Set up for you': 'We file the campaign with USPS and match it to your barcodes.',
})

export const informedDeliverySteps = [
  { when: 'A week before', title: 'Send us the image', text: 'And the URL a click should open.' },
  { when: 'Two days before', title: 'We file the campaign', text: 'Matched to the barcodes on your pieces.' },
  { when: 'That morning', title: 'They see it', text: 'In the preview of the day’s mail, by email or app.' },
  { when: 'That afternoon', title: 'They hold it', text: 'The same offer, on paper, in the mailbox.' },
] as const

export const audienceMeta: PageMeta = {
  path: paths.digitalAudience,
  title: 'Digital audience creation from your mailing list',
  description:
    'Show the people on your mailing list the same offer online from the day the mail lands: one list, two channels, shared attribution.',
  keywords: 'digital audience, mailing list retargeting, direct mail and display, matched audience, attribution',
  jsonLd: breadcrumb(['Digital audiences', paths.digitalAudience]),
}

export const audienceFeatures = rowsOf({
  'One list': 'Addresses are matched to devices and accounts, so mail and ads reach the same people.',
  'One calendar': 'Our team starts your ads when tracking shows that the mail is arriving, not on a guess.',
  'One report': 'Our team puts scans, visits, and orders next to the mailing that led to them.',
  'Only yours': 'The audience is built from your list and never used for anyone else.',
})

export const audienceSteps = [
  { title: 'Bring a list', text: 'Names and mailing addresses, the list you already mail.' },
  { title: 'We match it', text: 'And report how many households you can reach online.' },
  { title: 'Mail and ads go out', text: 'Timed to the delivery of the mailing.' },
  { title: 'See the results', text: 'Scans, visits, and orders, by mailing and by channel.' },
] as const

/** The `source` of every request sent from the event's page. */
export const accelerateEvent = 'Accelerate 2025'

export const accelerateMeta: PageMeta = {
  path: paths.accelerate,
  title: 'Accelerate 2025 follow-up',
  description: 'We met at Accelerate 2025. Get the pieces from our table, free, and pick up where we left off.',
  keywords: 'Accelerate 2025, direct mail samples, conference follow-up',
  jsonLd: {
    '@context': 'https://schema.org',
    '@graph': [
      breadcrumb([accelerateEvent, paths.accelerate]),
      {
        '@type': 'Event',
        name: accelerateEvent,
        description: `${brand.companyName} at ${accelerateEvent}: print samples and demonstrations.`,
        startDate: '2025',
        endDate: '2025',
        image: brand.siteOrigin + socialImage(paths.accelerate),
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        url: brand.siteOrigin + paths.accelerate,
        location: {
          '@type': 'Place',
          name: accelerateEvent,
          address: { '@type': 'PostalAddress', addressCountry: 'US' },
        },
        organizer: { '@type': 'Organization', name: brand.companyName, url: `${brand.siteOrigin}/` },
      },
    ],
  },
}
