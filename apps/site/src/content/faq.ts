import { formatCount, formatUnitPrice, tiers, unitPrice, volumeLimit } from '@app/pricing'
import { breadcrumb } from './breadcrumb.ts'
import { deliveryTimes } from './claims.ts'
import { paths } from './paths.ts'
import type { PageMeta } from './page-meta.ts'
import { postcardSizes } from './sizes.ts'

/** The price per additional letter sheet at this many pieces a month. */
const sheetPrice = (piecesPerMonth: number) => formatUnitPrice(unitPrice('additional-letter-sheet', piecesPerMonth))

/** "0–1,999, 2,000–4,999, 5,000–9,999, and 10,000 or more" */
const labels = tiers.map(({ label }) => label.replace('+', ' or more'))
const tierLabels = `${labels.slice(0, -1).join(', ')}, and ${labels.at(-1)}`

/** The answers by question, in groups, in display order. */
export const faqGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Getting Started': {
    'How do I send my first piece?':
      'Proof it first, without an account: send a request with DryRun set to true, or open the sandbox. You get the price, the PDF, and a report of our checks. To mail, you need an account: request a demo, and we open one. Then the same request with your live key, and with DryRun set to false, prints and mails the piece.',
    'Is there a contract or a minimum?':
      'Neither. You can send a single piece, which goes First Class. Standard Mail is pooled with other mailings, or requires at least 200 pieces per drop.',
    'Can I see your print quality before I buy?': `Yes. Request free samples: postcards, letters, or both arrive in ${deliveryTimes.samples}.`,
  },
  'Pricing & Billing': {
    'What does the price include?': 'Print and postage. Duplex printing, the second side, is free.',
    'How do volume tiers work?': `The number of pieces you send in a month sets the price per piece: ${tierLabels}. When you reach a tier, its price applies to all pieces of that month. Above ${formatCount(volumeLimit)} pieces, contact us for volume pricing.`,
    'What do additional letter pages cost?': `From ${sheetPrice(0)} down to ${sheetPrice(10_000)} for each sheet after the first, on the same tiers. A sheet printed on both sides counts as one.`,
  },
  'Technical Integration': {
    'What do I need to integrate?':
      'Anything that can send JSON over HTTPS. The API is REST, and a JSON Schema describes its requests.',
    'How many templates can I have?':
      'With an account, as many as you like: HTML templates are unlimited, each with your own merge fields. A sandbox key has room for 100.',
    'How do I test without mailing?':
      'Send DryRun: true. The built-in templates need no key; your own need a sandbox key. The request is checked, priced, and proofed, but never mailed. With an account, you also get test keys: they simulate the mailing, from the press to the delivery, in ten seconds.',
  },
  'Mail Specifications': {
    'Which sizes do you print?': `Postcards in ${postcardSizes} inches on 110 lb film laminated stock; letters in 8.5x11 and 8.5x14 inches on 28 lb paper. Images print at 300 DPI.`,
    'How long does delivery take?': `First Class typically arrives in ${deliveryTimes.firstClass}; USPS itself quotes ${deliveryTimes.nearby} for nearby mail. Standard Mail takes ${deliveryTimes.standard}.`,
    'How do I set up my artwork?':
      'Add an eighth of an inch of bleed on every side, keep text an eighth of an inch inside the trim, and leave the lower right of the back free of ink for the address and the barcode.',
  },
  'Support & Reliability': {
    'What support do you offer?':
      'Email support is included at every volume. At 2,000+ pieces a month, you also get 8x5 phone support; at 10,000+, 24x7 phone support.',
    'How reliable is the API?': 'It is built for 99.9% uptime. Every request we accept is saved before we respond.',
    'Can I track each piece?':
      'Yes. Each piece has its own Intelligent Mail barcode, which USPS scans on its way. Letter mail is not scanned at the mailbox itself: the last scan is on the route to it. A QR code adds one more scan: your recipient’s.',
  },
}

export const faqMeta: PageMeta = {
  path: paths.faq,
  title: 'Print API questions and answers',
  description:
    'Short answers about the print and mail API: getting started, pricing, integration, mail specifications, and support.',
  keywords: 'print API FAQ, direct mail questions, postcard sizes, mail delivery times, API support',
  jsonLd: {
    '@context': 'https://schema.org',
    '@graph': [
      breadcrumb(['Print API', paths.print], ['FAQ', paths.faq]),
      {
        '@type': 'FAQPage',
        mainEntity: Object.values(faqGroups)
          .flatMap(Object.entries)
          .map(([question, answer]) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
      },
    ],
  },
}
