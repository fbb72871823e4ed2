import { gardenCampaign, type PostalAddress, recipients } from '@app/mail-piece'

/** An address in the API's format. */
const party = ({ name, street, unit, city, state, zip }: PostalAddress) => ({
  Name: name,
  AddressLine1: unit ? `${street} ${unit}` : street,
  City: city,
  State: state,
  // Address verification adds the rest of the ZIP+4.
  Zip: zip.slice(0, 5),
})

// The same data as in the pieces that the pages draw.
const from = party(gardenCampaign.from)
const to = party(recipients.dana.to)
const variables = recipients.dana.fields

/** Request bodies of the print API that the pages show. Each is valid against public/print-api.schema.json. */
export const postcardPayload = {
  Front: 'tmpl_spring_front',
  Back: 'tmpl_spring_back',
  Size: '4.25x6',
  PostalClass: 'FirstClass',
  WaitForRender: true,
  DryRun: false,
  Description: 'Spring planting guide',
  VariablePayload: variables,
  To: to,
  From: from,
}

export const letterPayload = {
  Template: 'tmpl_planting_letter',
  Size: '8.5x11',
  PostalClass: 'FirstClass',
  WaitForRender: false,
  DryRun: false,
  Description: 'Planting plan letter',
  VariablePayload: variables,
  To: to,
  From: from,
}

/** Checks, prices and proofs a piece without mailing it. */
export const dryRunPayload = {
  Front: 'tmpl_spring_front',
  Back: 'tmpl_spring_back',
  Size: '4.25x6',
  PostalClass: 'FirstClass',
  WaitForRender: true,
  DryRun: true,
  Description: 'Price and proof only',
  VariablePayload: variables,
  To: to,
  From: from,
}
