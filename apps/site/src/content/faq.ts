import { formatCount, formatUnitPrice, tiers, unitPrice, volumeLimit } from '@app/pricing'
import { breadcrumb } from './breadcrumb.ts'
import { paths } from './paths.ts'
import type { PageMeta } from './page-meta.ts'

interface Question {
  question: string
  answer: string
}

/** The price of each sheet of a letter after the first, at this many pieces a month. */
const sheetPrice = (piecesPerMonth: number) => formatUnitPrice(unitPrice('additional-letter-sheet', piecesPerMonth))

/** "0–1,999, 2,000–4,999, 5,000–9,999, and 10,000 or more" */
const labels = tiers.map(({ label }) => label.replace('+', ' or more'))
const tierLabels = `${labels.slice(0, -1).join(', ')}, and ${labels.at(-1)}`

/** Groups in the order in which the page shows them. */
export const faqGroups: { title: string; questions: Question[] }[] = [
  {
    title: 'Getting Started',
    questions: [
      {
        question: 'How do I send my first piece?',
        answer:
          'Proof it first, without an account: post a request with DryRun set to true, or open the sandbox, and you get the price, the PDF and a report of every check. Mailing through the API is not open yet, so the first piece goes out with us: ask for a demo.',
      },
      {
        question: 'Is there a contract or a minimum?',
        answer:
          'Neither. You can send a single piece; it goes First Class. Standard Mail is pooled with other mailings, or needs 200 pieces for a drop of its own.',
      },
      {
        question: 'Can I see the print before I pay for it?',
        answer: 'Yes. Ask for free samples: postcards, letters or both reach you in 3-5 business days.',
      },
    ],
  },
  {
    title: 'Pricing & Billing',
    questions: [
      {
        question: 'What does the price include?',
        answer: 'Print and postage. Duplex, the second printed side, is free.',
      },
      {
        question: 'How do volume tiers work?',
        answer: `The number of pieces you send in a month sets the price of each: ${tierLabels}. Above ${formatCount(volumeLimit)} pieces we agree on a price with you.`,
      },
      {
        question: 'What do additional letter pages cost?',
        answer: `From ${sheetPrice(0)} down to ${sheetPrice(10_000)} for each sheet after the first, by the same tiers. A sheet printed on both sides counts once.`,
      },
    ],
  },
  {
    title: 'Technical Integration',
    questions: [
      {
        question: 'What do I need to integrate?',
        answer: 'Anything that can send JSON over HTTPS. The API is REST, and a JSON Schema describes its requests.',
      },
      {
        question: 'How many templates can I have?',
        answer: 'As many as you like: HTML templates are unlimited, each with merge fields of your own.',
      },
      {
        question: 'How do I test without mailing?',
        answer:
          'Send DryRun: true, with no key for the built-in templates, or with a sandbox key for your own. The request is checked, priced and proofed, and never mailed. WaitForRender: true holds the response until the proof is ready.',
      },
    ],
  },
  {
    title: 'Mail Specifications',
    questions: [
      {
        question: 'Which sizes do you print?',
        answer:
          'Postcards in 4.25x6, 6x9 and 6x11 inches on 110 lb film laminated stock; letters in 8.5x11 and 8.5x14 inches on 28 lb paper. Images print at 300 DPI.',
      },
      {
        question: 'How long does delivery take?',
        answer:
          'First Class typically arrives in 2–3 business days; the postal service itself gives 1-3 business days for nearby mail. Standard Mail takes 5–10 business days.',
      },
      {
        question: 'What must my artwork keep clear?',
        answer:
          'An eighth of an inch of bleed around it, an eighth of an inch inside the trim free of text, and the ink-free zone at the lower right of the back, where the address and the barcode go.',
      },
    ],
  },
  {
    title: 'Support & Reliability',
    questions: [
      {
        question: 'Who answers when something is wrong?',
        answer:
          'Email support is included at every volume. From 2,000 pieces a month there is 8x5 phone support, and at 10,000 or more 24x7 phone support.',
      },
      {
        question: 'How reliable is the API?',
        answer:
          'It is built for 99.9% uptime. Once a request is accepted, it is not lost, whatever happens afterwards.',
      },
      {
        question: 'Can I follow a piece?',
        answer:
          'Each piece has its own Intelligent Mail barcode. You see when it is printed, in transit, delivered and, with a QR code, scanned.',
      },
    ],
  },
]

export const faqMeta: PageMeta = {
  path: paths.faq,
  title: 'Print API questions and answers',
  description:
    'Getting started, pricing, integration, mail specifications and support for the print and mail API: questions and short answers.',
  keywords: 'print API FAQ, direct mail questions, postcard sizes, mail delivery times, API support',
  jsonLd: {
    '@context': 'https://schema.org',
    '@graph': [
      breadcrumb(['Print API', paths.print], ['FAQ', paths.faq]),
      {
        '@type': 'FAQPage',
        mainEntity: faqGroups
          .flatMap(({ questions }) => questions)
          .map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
      },
    ],
  },
}
