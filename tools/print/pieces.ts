import { randomUUID } from 'node:crypto'

const names = ['Dana', 'Marcus', 'Priya', 'Ines', 'Wolfgang', 'Li', 'Aoife', 'Bartholomew']
const cities = [
  ['Tulsa', 'OK', '74104'],
  ['Reno', 'NV', '89509'],
  ['Boise', 'ID', '83702'],
  ['Ames', 'IA', '50010'],
] as const

const oneOf = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('There is nothing to choose from')
  return item
}

/** The fields of the house's postcard for the piece of this number. No two pieces are alike. */
export const valuesOf = (index: number): Record<string, string> => ({
  first_name: oneOf(names, index),
  city: oneOf(cities, index)[0],
  zone: '7a',
  frost_date: `April ${1 + (index % 28)}`,
  offer: `$${20 + (index % 9) * 5}`,
  plan: `plan-${index}`,
})

export const recipientOf = (index: number) => {
  const [city, state, zip] = oneOf(cities, index)
  return { name: `${oneOf(names, index)} Sample`, street: `${100 + index} Cedar Ln Apt 2`, city, state, zip }
}

export const sender = {
  name: 'Your Garden Center',
  street: '400 Example Ave',
  city: 'Reno',
  state: 'NV',
  zip: '89509',
}

const addressOf = ({ name, street, city, state, zip }: typeof sender) => ({
  Name: name,
  AddressLine1: street,
  City: city,
  State: state,
  Zip: zip,
})

/** The body of POST /v1/postcards for the piece of this number. */
export const postcardBody = (index: number, waits: boolean) =>
  JSON.stringify({
    Front: 'tmpl_spring_front',
    Back: 'tmpl_spring_back',
    Size: '4.25x6',
    PostalClass: 'FirstClass',
    WaitForRender: waits,
    DryRun: true,
    VariablePayload: valuesOf(index),
    To: addressOf(recipientOf(index)),
    From: addressOf(sender),
  })

/** Starts at another number each time, so that no run finds the files of the one before. */
export const firstPiece = (): number => Number.parseInt(randomUUID().slice(0, 6), 16)
