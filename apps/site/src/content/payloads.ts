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

// The same data as on the mail pieces that the pages show.
const data = {
  VariablePayload: recipients.dana.fields,
  To: party(recipients.dana.to),
  From: party(gardenCampaign.from),
}

const [first, second] = tiers
const priceAtTier = ({ from }: { from: number }) => dollarsOf(unitPrice('postcard-4.25x6', from))
const tierOf = ({ from, label }: { from: number; label: string }) => ({ From: from, Label: label })

/** The response to the dry run, shortened. A test compares it with the API's. */
export const dryRunResponse = {
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

/**
 * An example request to the print API. A test runs the dry run and the letter unchanged. The other two differ from the dry run
 * only in title and description.
 */
interface Example {
  title: string
  path: string
  payload: object
  /** Describes the response. */
  result: string
}

const postcard = (title: string, Description: string) => ({
  title,
  path: '/v1/postcards',
  payload: {
    Front: 'tmpl_spring_front',
    Back: 'tmpl_spring_back',
    Size: '4.25x6',
    PostalClass: 'FirstClass',
    WaitForRender: true,
    DryRun: true,
    Description,
    ...data,
  },
  result: 'The response is the proof: the price, the PDF, a picture of each side, and a report of every check.',
})

/** Examples by the name that opens them in the sandbox. */
export const examples = {
  postcard: postcard('A 4.25x6 postcard', 'Spring planting guide'),
  letter: {
    title: 'An 8.5x11 letter',
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
    result: 'The response arrives right away with the URL of the proof, which is ready moments later, price included.',
  },
  'dry-run': postcard('A dry run', 'Price and proof only'),
  price: postcard('Get a price', 'Price only'),
} satisfies Record<string, Example>

export type ExampleName = keyof typeof examples
