import { dollarsOf, tiers, unitPrice } from '@app/pricing'
import { gardenCampaign, type PostalAddress, recipients } from '@app/mail-piece'

/** An address in the API's format. */
const party = ({ name, street, unit, city, state, zip }: PostalAddress) => ({
  Name: name,
  AddressLine1: unit ? `${street} ${unit}` : street,
  City: city,
  State: state,
  Zip: zip.slice(0, 5),
})

// The same data as in the pieces that the pages draw.
const data = {
  VariablePayload: recipients.dana.fields,
  To: party(recipients.dana.to),
  From: party(gardenCampaign.from),
}

const postcard = (Description: string) => ({
  Front: 'tmpl_spring_front',
  Back: 'tmpl_spring_back',
  Size: '4.25x6',
  PostalClass: 'FirstClass',
  WaitForRender: true,
  DryRun: true,
  Description,
  ...data,
})

const [first, second] = tiers
const priceAtTier = ({ from }: { from: number }) => dollarsOf(unitPrice('postcard-4.25x6', from))
const tierOf = ({ from, label }: { from: number; label: string }) => ({ From: from, Label: label })

/** A request to the print API that a page shows. The gate runs each of them unchanged, in every language. */
export interface Example {
  title: string
  method: string
  path: string
  payload: object
  /** What comes back. */
  brings: string
}

const proofBrings = 'The answer is the proof: its price, the PDF, a picture of each side and the report of every check.'

/** The answer to the dry run, shortened. The gate compares it with what comes back. */
export const dryRunAnswer = {
  Id: 'proof_7Fq2mX9cLr4TzN1bVw8K',
  Status: 'ready',
  Size: '4.25x6',
  PostalClass: 'FirstClass',
  Price: {
    Unit: priceAtTier(first),
    Total: priceAtTier(first),
    Currency: 'USD',
    Tier: tierOf(first),
    NextTier: { ...tierOf(second), Unit: priceAtTier(second) },
  },
  PdfUrl: '…/v1/proofs/proof_7Fq2mX9cLr4TzN1bVw8K/pdf?Expires=…&Signature=…',
  Pages: [
    { Page: 1, Side: 'front', Width: 6.25, Height: 4.5, PngUrl: '…/png/1?Expires=…&Signature=…' },
    { Page: 2, Side: 'back', Width: 6.25, Height: 4.5, PngUrl: '…/png/2?Expires=…&Signature=…' },
  ],
  Checks: [],
  Failure: null,
}

/** By the name under which the sandbox opens them. */
export const examples = {
  postcard: {
    title: 'A 4.25x6 postcard',
    method: 'POST',
    path: '/v1/postcards',
    payload: postcard('Spring planting guide'),
    brings: proofBrings,
  },
  letter: {
    title: 'An 8.5x11 letter',
    method: 'POST',
    path: '/v1/letters',
    payload: {
      Template: 'tmpl_planting_letter',
      Size: '8.5x11',
      PostalClass: 'FirstClass',
      WaitForRender: false,
      DryRun: true,
      Description: 'Planting plan letter',
      ...data,
    },
    brings: 'The response comes at once with the address of the proof, which is ready moments later, price included.',
  },
  'dry-run': {
    title: 'A dry run',
    method: 'POST',
    path: '/v1/postcards',
    payload: postcard('Price and proof only'),
    brings: proofBrings,
  },
  price: {
    title: 'Ask for a price',
    method: 'POST',
    path: '/v1/postcards',
    payload: postcard('Price only'),
    brings: proofBrings,
  },
} satisfies Record<string, Example>

export type ExampleName = keyof typeof examples
