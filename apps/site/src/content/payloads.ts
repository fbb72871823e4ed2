/** Bodies of the print API as the pages show them. All of them are valid against public/print-api.schema.json. */
const from = {
  Name: 'Your Garden Center',
  AddressLine1: '400 Example Ave',
  City: 'Reno',
  State: 'NV',
  Zip: '89509',
}

const to = {
  Name: 'Dana Sample',
  AddressLine1: '1418 Cedar Ln Apt 2',
  City: 'Tulsa',
  State: 'OK',
  Zip: '74104',
}

const variables = { first_name: 'Dana', city: 'Tulsa', frost_date: 'April 2', offer: '$25' }

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
