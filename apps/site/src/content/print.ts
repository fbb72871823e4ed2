import { breadcrumb } from './breadcrumb.ts'
import { paths } from './paths.ts'
import type { PageMeta } from './page-meta.ts'

const printTrail = (name: string, path: string) => breadcrumb(['Print API', paths.print], [name, path])

export const printMeta: PageMeta = {
  path: paths.print,
  title: 'Print and mail API for developers',
  description:
    'Send postcards and letters with one REST call: templates with variable data, address verification and tracking of each piece. No contracts, no minimums.',
  keywords: 'print API, mail API, direct mail API, postcard API, letter API, REST, variable data printing',
  jsonLd: breadcrumb(['Print API', paths.print]),
}

export const postcardsMeta: PageMeta = {
  path: paths.postcards,
  title: 'Postcard API: print and mail postcards',
  description:
    'Print and mail 4.25x6, 6x9 and 6x11 postcards on 110 lb film laminated stock with one API call. Postage included, each card tracked.',
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
  description:
    'Hold our print before you buy it: a pack of postcards, letters or both, free and at your desk in 3-5 business days.',
  keywords: 'free print samples, postcard samples, letter samples, direct mail samples',
  jsonLd: printTrail('Free Samples', paths.samples),
}

export const docsMeta: PageMeta = {
  path: paths.docs,
  title: 'Print API documentation',
  description:
    'Start with the print API: a first postcard as a dry run, what each field of a request means, and its JSON Schema.',
  keywords: 'API documentation, print API reference, direct mail API docs, dry run, REST',
  jsonLd: printTrail('API Documentation', paths.docs),
}

/** For how long a sandbox key works, as the API says when it makes one. */
export const sandboxKeyDays = 14

export const sandboxMeta: PageMeta = {
  path: paths.sandbox,
  title: 'Print sandbox: a template and its proof',
  description:
    'Write a postcard or a letter in HTML, fill in the data and proof it: exact price, print-ready PDF and a report of every check. Free, no account.',
  keywords: 'print API sandbox, postcard template, HTML to print, print proof, direct mail preview, preflight check',
  jsonLd: printTrail('Sandbox', paths.sandbox),
}

/** What a visitor of the sandbox asks. */
export const sandboxFacts = [
  {
    title: 'Draft and proof',
    text: 'The draft is what your browser draws while you type. The proof is the print file itself: its pictures are made from the PDF, so they cannot differ.',
  },
  {
    title: 'Every finding has a place',
    text: 'Text outside the safe zone, ink where the address goes, an image too coarse to print: each is drawn where it is, with what to do about it.',
  },
  {
    title: 'Your own HTML and images',
    text: `They need a sandbox key, taken in one press: no email, no account. The key works for ${sandboxKeyDays} days, stays in this browser, and has up to 100 templates and 100 images.`,
  },
  {
    title: 'What is kept',
    text: `Proofs without a key are deleted after 24 hours, those of a key after ${sandboxKeyDays} days. What you type stays in this tab until you proof it.`,
  },
  {
    title: 'Links',
    text: 'A link to what you made holds it behind the #, which browsers send to no server. It holds no key. Up to 8,000 characters.',
  },
  {
    title: 'Not open yet',
    text: 'Nothing is mailed from a sandbox: with DryRun set to false it answers 403 with the code live_mode_unavailable.',
  },
] as const

/** What the API promises, one item per line. */
export const apiPromises = [
  { title: 'One REST call', text: 'Post a template, your data and an address. We render, print, post and report.' },
  {
    title: 'Templates with variable data',
    text: 'Unlimited HTML templates. Each merge field becomes ink on one piece.',
  },
  {
    title: 'Address verification',
    text: 'Each address is checked and set in the form of the postal service before anything is printed.',
  },
  { title: 'Per-piece tracking', text: 'Each piece carries its own Intelligent Mail barcode, so you see it move.' },
  { title: 'DryRun for testing', text: 'Set DryRun to true: the piece is checked, priced and proofed, never mailed.' },
  {
    title: 'No contracts, no minimums',
    text: 'A single piece goes First Class. Standard Mail is pooled with others, or needs 200 pieces for a drop of its own.',
  },
] as const

/** The fields of a request. */
export const payloadFields = [
  {
    title: 'Template',
    text: 'Id of a template that holds the whole piece: one of yours, or a built-in one. Use it, or Front and Back.',
  },
  { title: 'Front, Back', text: 'Ids of the templates of the two sides of a card, or of a sheet. Duplex is free.' },
  { title: 'Size', text: '4.25x6, 6x9 or 6x11 for postcards; 8.5x11 or 8.5x14 for letters.' },
  { title: 'PostalClass', text: 'FirstClass, or Standard for letters.' },
  { title: 'VariablePayload', text: 'A map of merge fields and their values for this one piece.' },
  {
    title: 'WaitForRender',
    text: 'true: the response arrives when the proof is ready. false: it arrives at once, with a proof id. A letter made from one Template is priced when its proof is ready: the price counts sheets.',
  },
  { title: 'DryRun', text: 'true: check, price and proof; never mail.' },
  { title: 'Description', text: 'A line for your own records.' },
  { title: 'To, From', text: 'Name, AddressLine1, City, State and Zip of the recipient and of the sender.' },
] as const

/** The contents of the sample pack for each sample type. */
export const sampleContents = [
  {
    title: 'Postcard pack',
    items: [
      'A 4.25x6, a 6x9 and a 6x11 card',
      '110 lb stock, film laminated: bend it, wet it, write on it',
      'Variable data on both sides, with a QR code that opens',
      'A card that went through the mail, to show how it arrives',
    ],
  },
  {
    title: 'Letter pack',
    items: [
      'An 8.5x11 letter printed on both sides, and an 8.5x14 one',
      '28 lb paper, heavier than what is in your printer',
      'A double-window envelope, addressed by barcode',
      'First Class and Standard Mail side by side',
    ],
  },
] as const
