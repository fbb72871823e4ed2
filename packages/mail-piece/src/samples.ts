import type { PostalAddress } from './address.ts'
import { encodedCodes } from './generated/encoded.ts'
import type { MergeFields } from './merge-fields.ts'
import { sampleCodes, type SampleId } from './sample-codes.ts'

/** A recipient: merge fields, address, and the codes printed on the piece. */
export interface Recipient {
  id: SampleId
  fields: MergeFields
  to: PostalAddress
  /** The 65 bars of the Intelligent Mail barcode: A ascender, D descender, T tracker, F full. */
  imb: string
  /** The rows of the QR code, each as a hexadecimal number with its most significant bit on the left. */
  qr: readonly string[]
  /** The URL of the QR code as printed next to it, without its scheme. */
  qrLabel: string
}

const recipient = (id: SampleId, fields: MergeFields, to: PostalAddress): Recipient => ({
  id,
  fields,
  to,
  imb: encodedCodes[id].imb,
  qr: encodedCodes[id].qr,
  qrLabel: sampleCodes[id].url.replace('https://', ''),
})

/** Fictional people at fictional addresses. */
export const recipients = {
  dana: recipient(
    'dana',
    { first_name: 'Dana', city: 'Tulsa', zone: '7a', frost_date: 'April 2', offer: '$25', plan: 'dana-tulsa' },
    { name: 'Dana Sample', street: '1418 Cedar Ln', unit: 'Apt 2', city: 'Tulsa', state: 'OK', zip: '74104-0199' },
  ),
  marcus: recipient(
    'marcus',
    { first_name: 'Marcus', city: 'Reno', zone: '6b', frost_date: 'May 10', offer: '$40', plan: 'marcus-reno' },
    { name: 'Marcus Sample', street: '902 Juniper Ct', city: 'Reno', state: 'NV', zip: '89509-0142' },
  ),
} as const

/** The artwork on the front of a postcard. */
export type ArtName = 'garden' | 'road' | 'chair' | 'house' | 'flag' | 'flats' | 'porch'

/** The front of a postcard: artwork, and text with merge fields. */
export interface FrontDesign {
  art: ArtName
  eyebrow: string
  headline: string
  offer: string
}

/** The texts of one mailing: both sides of a postcard, and a letter. */
interface Campaign extends FrontDesign {
  sender: string
  from: PostalAddress
  backHeadline: string
  backBody: string
  letter: { greeting: string; paragraphs: readonly string[]; closing: string }
}

/** The templates on the site, as a customer would write them. */
export const gardenCampaign: Campaign = {
  art: 'garden',
  sender: 'Your Garden Center',
  from: { name: 'Your Garden Center', street: '400 Example Ave', city: 'Reno', state: 'NV', zip: '89509' },
  eyebrow: 'Zone {{zone}} planting guide',
  headline: '{{city}} is turning green, {{first_name}}.',
  offer: '{{offer}} off your first planting plan',
  backHeadline: '{{first_name}}, your last frost is {{frost_date}}.',
  backBody: 'Your {{city}} planting plan is ready. Scan for the list we made for your yard.',
  letter: {
    greeting: 'Dear {{first_name}},',
    paragraphs: [
      'The last frost in {{city}} usually falls around {{frost_date}}. That leaves a few weeks to get beds ready, and we have drawn up a planting plan for zone {{zone}} to make the most of them.',
      'Inside you will find what to sow first, what to wait on, and a {{offer}} credit toward your first order. It is already on your account.',
      'Scan the code and your plan opens with your name on it.',
    ],
    closing: 'See you in the garden,',
  },
}
