/** A print API postcard with the built-in templates. `mark` makes pieces distinct. */
export const postcardBody = (mark: string, waits: boolean) => ({
  Front: 'tmpl_spring_front',
  Back: 'tmpl_spring_back',
  Size: '4.25x6',
  PostalClass: 'FirstClass',
  WaitForRender: waits,
  DryRun: true,
  VariablePayload: {
    first_name: 'Dana',
    city: 'Tulsa',
    zone: '7a',
    frost_date: 'April 9',
    offer: '$20',
    plan: mark,
  },
  To: { Name: 'Dana Sample', AddressLine1: '100 Cedar Ln Apt 2', City: 'Tulsa', State: 'OK', Zip: '74104' },
  From: { Name: 'Your Garden Center', AddressLine1: '400 Example Ave', City: 'Reno', State: 'NV', Zip: '89509' },
})
