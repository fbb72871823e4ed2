import { brand } from '@app/brand'
import { sandboxKeyDays } from '../content/sandbox-key.ts'
import { type LegalName, legalTitles } from './legal-names.ts'

// A starting point for the company that runs this site. The texts describe the software's defaults: an operator who
// changes those (RETENTION_DAYS, PIECE_RETENTION_DAYS, a CRM) must change the text, and have a lawyer review all of it.

/** A row of the retention list: what is kept, why, and for how long. */
export interface Kept {
  name: string
  what: string
  why: string
  howLong: string
}

export interface LegalDocument {
  title: string
  /** The date on which this version took effect. Empty where it does not matter. */
  effectiveDate: string
  /** Paragraphs and retention rows, by the heading above them. */
  sections: Readonly<Record<string, readonly (string | Kept)[]>>
}

const { address, companyName, email, phone, legal } = brand
const postalAddress = `${companyName}, ${address.street}, ${address.city}, ${address.state} ${address.zip}`
const untilErased = `We keep them ${legal.requestRetention}.`

const privacy: LegalDocument = {
  title: legalTitles.privacy,
  effectiveDate: legal.effectiveDate,
  sections: {
    'In short': [
      `We keep what you send us, to answer you and to mail you what you asked for. This site has no advertising and no analytics, and it sets no cookies unless you sign in: to a customer account, or as staff of ${companyName}. We do not sell personal data.`,
    ],
    'What we keep, why, and for how long': [
      {
        name: 'Demo requests',
        what: 'Your name and email. If you enter them, your company, phone number, industry, monthly volume, and message. The page that you sent the form from.',
        why: 'To reply to you and to talk about your project.',
        howLong: untilErased,
      },
      {
        name: 'Sample requests',
        what: 'Your name, email, and postal address. If you enter them, your phone number, company, and notes.',
        why: 'To mail you the samples.',
        howLong: untilErased,
      },
      {
        name: 'How you found us',
        what: 'Your first visit, and your latest one from elsewhere: the campaign, the ad’s click ID, the website that linked to us, the code on a printed piece, the page, and the time. They stay in your browser, and are sent only with a form.',
        why: 'To know which of our mailings and ads lead to requests.',
        howLong:
          'In your browser for 90 days; the site ignores older ones. With Global Privacy Control turned on, only until you leave the page. After you send a form, with your request.',
      },
      {
        name: 'What you type',
        what: 'The text in a form or in the print sandbox, in the storage of this browser tab.',
        why: 'So that a reload does not lose it.',
        howLong: 'Until you send the form, or close the tab.',
      },
      {
        name: 'Sandbox keys',
        what: 'Your key and your saved templates, in your browser. On our servers, the templates and images of the key and, if you leave them with it, your name and email.',
        why: 'To let you work with templates of your own.',
        howLong: `In your browser until you forget the key. The key works for ${sandboxKeyDays} days; we delete it with its templates and images a month later.`,
      },
      {
        name: 'Proofs',
        what: 'The addresses and merge field values that you send, and the print files made from them. Anyone with the ID of a proof can read it.',
        why: 'To show you how the piece prints.',
        howLong: `Proofs made without a key for 24 hours, proofs made with a key for ${sandboxKeyDays} days.`,
      },
      {
        name: 'Customer accounts',
        what: 'The name of the business, the name and email of its billing contact, its statements, its keys, and its templates and images.',
        why: 'To print its mail and to invoice it.',
        howLong: 'For as long as we must keep business records. Templates and images until you delete them with a key.',
      },
      {
        name: 'Members of accounts',
        what: 'Your name, your email, and who invited you. The public keys of your passkeys. For each session and each sign-in, the time and a shortened network address; for each session, also the kind of browser. A cookie while you are signed in.',
        why: 'To sign you in, and to show you where you are signed in.',
        howLong:
          'Until you are removed from the account. A session ends after 8 hours without use, or after 7 days; the history of sign-ins goes back 180 days.',
      },
      {
        name: 'Pieces of mail',
        what: 'The recipient’s and the sender’s names and addresses, and the print file. What happened to the piece and when, such as a scan of its QR code, the ZIP Codes of its other scans, its price, and the notes that the customer sent with it.',
        why: 'To print and mail it, to show the customer where it is, and to invoice it.',
        howLong:
          'Names, addresses, and the print file for 180 days after the day on which it was to be printed. Copies for the press for 14 days after it was mailed. The rest, which identifies no one unless the customer’s notes do, for as long as we must keep business records.',
      },
      {
        name: 'Webhooks of accounts',
        what: 'The URL, the secret, and a log of the events that were sent there.',
        why: 'To report what happens to pieces.',
        howLong: 'Until the webhook is deleted. The log goes back 90 days.',
      },
      {
        name: 'Network addresses',
        what: 'Your network address, with the number of requests that came from it. It is not stored with what you send, and it is not in our request log.',
        why: 'To limit floods of requests.',
        howLong:
          'A few minutes. A code made from it, which does not reveal it: for two days, and with each proof for as long as we keep the proof.',
      },
      {
        name: 'Scans of printed codes',
        what: 'How often each code was scanned on each day. Nothing about who scanned it.',
        why: 'To count the response to a mailing.',
        howLong: 'For as long as we compare campaigns.',
      },
    ],
    'Who else receives it': [
      'Companies that work for us: those that host this site, send our email, deliver our mail, and provide our sales software. They may use it only to do that work. We also disclose data where the law requires it.',
      'A customer who mails a piece sees its name, its city, its print file, and how far it has come. So do the apps that the customer gives a key to, and its webhooks get the events. Anyone with the tracking link of a piece sees how far it has come and, if it is a postcard whose front is the same for everyone, its front.',
      'The pictures of templates on the samples page may come from other websites, which then see your network address.',
    ],
    'How to see, correct, or erase your data': [
      `Email ${email}, call ${phone.display}, or write to ${postalAddress}. We’ll send you everything we store about you, correct it, or erase it, including in our sales software. Backups contain it until newer ones replace them.`,
      'To remove what is in your browser, clear the data of this site in its settings.',
    ],
    Changes: [
      'If we start keeping anything else, we’ll update this page first. The date above is the date of this version.',
    ],
  },
}

const terms: LegalDocument = {
  title: legalTitles.terms,
  effectiveDate: legal.effectiveDate,
  sections: {
    'These terms': [
      `They apply to this website, to the print sandbox, and to the print API of ${companyName}. By using them, you accept these terms. Any agreement we make with you for your account or order takes precedence.`,
    ],
    'The sandbox and the API': [
      `The sandbox is free, and so are proofs: they show mail without mailing it. Sandbox keys work for ${sandboxKeyDays} days.`,
      'The keys of a customer account send mail. A test key only simulates it, at no charge. What is sent with a live key is an order: we print it, mail it, and invoice it, unless it is canceled in time or fails our checks.',
      'Keep keys as secret as passwords: you’re responsible for anything done with them.',
      'Requests are limited. Do not try to get around the limits, to access the data of others, or to disrupt the service. We may revoke keys that are used in that way.',
    ],
    'Your content': [
      'Your templates, images, and addresses remain yours. You allow us to store and process them in order to make your proofs, and to print and mail your pieces. Send only what you may use: addresses of people whom you may write to, and pictures and text that you have the rights to. Nothing may be unlawful, or unmailable under the rules of the Postal Service.',
    ],
    Prices: [
      'The prices on this site are in US dollars per piece, for the volumes that are stated, with print and postage. They are not an offer, and postal rates can change them. Your order states the price that you pay. For a piece that is sent with a live key, the response states its price, and your statement gives the total for the month: reaching a tier lowers the price of all its pieces.',
    ],
    'No warranty': [
      'The site, the sandbox, and the API are provided “as is.” A proof shows what our checks find; look at it before you order or send. We may change or end a free service.',
      'As far as the law allows, we are not liable for indirect damage or lost profit from the use of free services.',
    ],
    'Law and contact': [
      `These terms are governed by the law of the state of our postal address: ${postalAddress}. Questions: ${email}, ${phone.display}.`,
    ],
  },
}

const contact: LegalDocument = {
  title: legalTitles['contact-us'],
  effectiveDate: '',
  sections: {
    Phone: [phone.displayLong],
    Email: [email],
    Mail: [postalAddress],
  },
}

export const legalDocuments: Record<LegalName, LegalDocument> = { privacy, terms, 'contact-us': contact }

const keptText = ({ name, what, why, howLong }: Kept): string =>
  `${name}\n  What: ${what}\n  Why: ${why}\n  How long: ${howLong}`

/** A document as plain text. */
export const asText = ({ title, effectiveDate, sections }: LegalDocument): string =>
  [
    `${title} of ${companyName}`,
    effectiveDate && `Effective ${effectiveDate}`,
    ...Object.entries(sections).flatMap(([heading, parts]) => [
      heading.toUpperCase(),
      ...parts.map((part) => (typeof part === 'string' ? part : keptText(part))),
    ]),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
