import { gardenCampaign, type PostalAddress, recipients } from '@app/mail-piece'

/** An address as the API takes it. */
const party = ({ name, street, unit, city, state, zip }: PostalAddress) => ({
  Name: name,
  AddressLine1: unit ? `${street} ${unit}` : street,
  City: city,
  State: state,
  // The rest of the ZIP+4 is found when the address is verified.
  Zip: zip.slice(0, 5),
})

// The data of the very piece that the pages draw.
const from = party(gardenCampaign.from)
const to = party(recipients.dana.to)
const variables = recipients.dana.fields

/** Bodies of the print API as the pages show them. All of them are valid against public/print-api.schema.json. */
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
