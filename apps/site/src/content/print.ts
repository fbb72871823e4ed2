import { breadcrumb } from './breadcrumb.ts'
import { deliveryTimes } from './claims.ts'
import { paths } from './paths.ts'
import type { PageMeta } from './page-meta.ts'
import { sandboxKeyDays } from './sandbox-key.ts'
import { anyPostcardSize, postcardSizes } from './sizes.ts'
import { rowsOf } from './rows.ts'

const printTrail = (name: string, path: string) => breadcrumb(['Print API', paths.print], [name, path])

export const printMeta: PageMeta = {
  path: paths.print,
  title: 'Print and mail API for developers',
  description:
    'Send postcards and letters with one REST call: templates with variable data, address verification, and per-piece tracking. No contracts, no minimums.',
  keywords: 'print API, mail API, direct mail API, postcard API, letter API, REST, variable data printing',
  jsonLd: breadcrumb(['Print API', paths.print]),
}

export const postcardsMeta: PageMeta = {
  path: paths.postcards,
  title: 'Postcard API: print and mail postcards',
  description: `Print and mail ${postcardSizes} postcards on 110 lb film laminated stock with one API call. Postage included, each card tracked.`,
  keywords: 'postcard API, print postcards, mail postcards, 4.25x6 postcard, 6x9 postcard, 6x11 postcard',
  jsonLd: printTrail('Postcards', paths.postcards),
}

export const lettersMeta: PageMeta = {
  path: paths.letters,
  title: 'Letter API: print and mail letters',
  description:
    'Print and mail 8.5x11 and 8.5x14 letters on 28 lb paper, First Class or Standard Mail, with one API call. Duplex is free.',
  keywords: 'letter API, print letters, mail letters, first class letter, standard mail letter',
  jsonLd: printTrail('Letters', paths.letters),
}

export const samplesMeta: PageMeta = {
  path: paths.samples,
  title: 'Free print samples by mail',
  description: `Hold our print before you buy it: a pack of postcards, letters, or both, free and on your desk in ${deliveryTimes.samples}.`,
  keywords: 'free print samples, postcard samples, letter samples, direct mail samples',
  jsonLd: printTrail('Free Samples', paths.samples),
}

export const docsMeta: PageMeta = {
  path: paths.docs,
  title: 'Print API documentation',
  description:
    'Get started with the print API: your first postcard as a dry run, every request field explained, and a JSON Schema.',
  keywords: 'API documentation, print API reference, direct mail API docs, dry run, REST',
  jsonLd: printTrail('API Documentation', paths.docs),
}

export const sandboxMeta: PageMeta = {
  path: paths.sandbox,
  title: 'Print sandbox: try a template and proof it',
  description:
    'Write a postcard or a letter in HTML, fill in the data, and proof it: the price, a print-ready PDF, and a report of every check. Free, no account.',
  keywords: 'print API sandbox, postcard template, HTML to print, print proof, direct mail preview, preflight check',
  jsonLd: printTrail('Sandbox', paths.sandbox),
}

/** Notes below the sandbox. */
export const sandboxFacts = rowsOf({
  'Draft and proof':
    'Your browser renders the draft while you type. The proof is the print file itself: its pictures are made from the PDF, so they always match.',
  'Problems, marked in place':
    'Text outside the safe zone, ink where the address goes, an image with too few pixels: each problem is marked on the page and comes with a fix.',
  'Your own HTML and images': `They need a sandbox key, which takes one click: no email, no account. It works for ${sandboxKeyDays} days, stays in this browser, and holds up to 100 templates, and 100 images and fonts.`,
  'Data retention': `Proofs made without a key are deleted after 24 hours, proofs made with a key after ${sandboxKeyDays} days. Your draft stays in this tab, even after a reload.`,
  Links:
    'A link to your draft holds the draft itself, after the #, which browsers never send to a server. It does not include your key. Up to 8,000 characters.',
  'Nothing is mailed':
    'The sandbox makes proofs. For developers: without an account key, a request with DryRun set to false is rejected with 403 and the code live_mode_unavailable.',
})

/** The features of the API. */
export const apiPromises = rowsOf({
  'One REST call': 'Send a template, your data, and an address. We render, print, mail, and track.',
  'Templates with variable data': 'Unlimited HTML templates. Merge fields make each piece personal.',
  'Address verification':
    'Each piece is checked for its state, ZIP Code, and address lines, and is printed with its address in USPS format.',
  'Per-piece tracking':
    'Each piece carries its own Intelligent Mail barcode, which USPS scans along the way. Webhooks report each step.',
  'DryRun for testing': 'Set DryRun to true: the piece is checked, priced, and proofed, but never mailed.',
  'No contracts, no minimums':
    'A single piece goes First Class. Standard Mail is pooled with other mailings, or requires at least 200 pieces per drop.',
})

/** The fields of a request. */
export const payloadFields = rowsOf({
  Template: 'ID of a template for the whole piece, yours or built in. Use it instead of Front and Back.',
  'Front, Back': 'IDs of the templates for the two sides of a card or a sheet. Duplex is free.',
  Size: `${anyPostcardSize} for postcards; 8.5x11 or 8.5x14 for letters.`,
  PostalClass: 'FirstClass, or Standard for letters.',
  VariablePayload: 'A value for each merge field: text, a number, or true or false.',
  WaitForRender:
    'true: the response arrives when the proof is ready. false: it arrives right away, and the proof or the checks follow. The price of a letter made from one Template comes with the proof, because it depends on the number of sheets.',
  DryRun:
    'true: check, price, and proof, but never mail. false, the default: send the piece, which requires an account key.',
  SendOn: 'The earliest day on which the piece is printed, up to 180 days ahead.',
  Description: 'A note for your own records.',
  Metadata: 'Up to 20 values of your own, such as an order number, returned with the piece and its events.',
  Test: 'With a test key only: how the simulated mailing ends, and how fast it goes.',
  'To, From':
    'Name, AddressLine1, City, State, and Zip of the recipient and the sender. AddressLine2 is for a unit, a c/o line, or an urbanization.',
})

/** Guides of the API reference, by the fragment of their address there. */
export const guides = {
  'guide-first-live-card': {
    action: 'Send a card',
    title: 'First live card',
    text: 'A test key, a card you track until it’s delivered, and what it costs.',
  },
  'guide-testing-outcomes': {
    action: 'Test outcomes',
    title: 'Testing outcomes',
    text: 'Delivered, returned, rejected, lost: every possible outcome, in ten seconds.',
  },
  'guide-webhooks': {
    action: 'Add a webhook',
    title: 'Webhooks',
    text: 'Each event of your pieces, sent to your server, and how to verify that it is ours.',
  },
  'guide-going-live': {
    action: 'Go live',
    title: 'Going live',
    text: 'A checklist for the step from a test key to a live one.',
  },
  'guide-templates': {
    action: 'Write a template',
    title: 'Templates and merge fields',
    text: 'Sizes, bleed, safe zones, and the fields that make each piece personal.',
  },
  'guide-postcard': {
    action: 'Make a postcard',
    title: 'A postcard of your own',
    text: 'A picture on the front, a message and a QR code on the back, and a clean proof.',
  },
  'guide-letter': {
    action: 'Write a letter',
    title: 'A letter of your own',
    text: 'Text that flows across pages, the envelope window, and the price by the sheet.',
  },
  'guide-images-and-fonts': {
    action: 'Add an image',
    title: 'Images and fonts',
    text: 'Upload a picture, show it at 300 DPI, and choose a typeface.',
  },
  'guide-crm': {
    action: 'Connect a CRM',
    title: 'Call the API from a CRM',
    text: 'One postcard for each record, from a workflow or a webhook, and never two.',
  },
  checks: {
    action: 'See the checks',
    title: 'Checks',
    text: 'Every problem a proof can report, and how to fix it.',
  },
  'guide-changelog': { action: 'See the changelog', title: 'Changelog', text: 'What is new in the API.' },
} as const

/** Contents of the sample pack by sample type. */
export const sampleContents = {
  'Postcard pack': [
    'A 4.25x6, a 6x9, and a 6x11 card',
    '110 lb stock, film laminated: bend it, wet it, write on it',
    'Variable data on both sides, with a QR code you can scan',
    'A card that went through the mail, to show how it arrives',
  ],
  'Letter pack': [
    'An 8.5x11 letter printed on both sides, and an 8.5x14 letter',
    '28 lb paper, heavier than everyday printer paper',
    'A double-window envelope with a barcode above the address',
    'First Class and Standard Mail side by side',
  ],
} as const
