import { addressParts, type PostalAddress, splitUnit } from '@app/mail-piece/address'
import type { PrintFindingCode } from '../findings.ts'
import { postalStates, statesOfZip } from './zip-prefixes.ts'

export type AddressPart = keyof PostalAddress

/** A problem with one part of an address. */
export interface AddressFault {
  code: PrintFindingCode
  part: AddressPart
  detail: string
  allowed: string
}

/** True if an address line can contain this text: punctuation alone is dropped. */
export const hasText = (text: string) => /[\p{L}\p{N}]/u.test(text)

const requiredParts = [
  ['name', 'The name'],
  ['street', 'The street'],
  ['city', 'The city'],
  ['state', 'The state'],
  ['zip', 'The ZIP Code'],
] as const satisfies [AddressPart, string][]

const missingParts = (address: PostalAddress): AddressFault[] =>
  requiredParts
    .filter(([part]) => !hasText(address[part]))
    .map(([part, name]) => ({
      code: 'address_line_missing',
      part,
      detail: `${name} has neither a letter nor a digit.`,
      allowed: 'text with a letter or a digit',
    }))

function stateFaults({ state, zip }: PostalAddress): AddressFault[] {
  if (!hasText(state) || !hasText(zip)) return []
  const states = statesOfZip(zip)
  const faults: AddressFault[] = []
  if (!postalStates.has(state))
    faults.push({
      code: 'address_state_unknown',
      part: 'state',
      detail: `${state} is not a USPS state code.`,
      allowed: 'the USPS code of a state, DC, a territory, or the military (AA, AE, AP)',
    })
  if (states.length === 0)
    faults.push({
      code: 'address_zip_unknown',
      part: 'zip',
      detail: `No ZIP Code begins with ${zip.slice(0, 3)}.`,
      allowed: 'a ZIP Code that is in use',
    })
  else if (faults.length === 0 && !states.includes(state))
    faults.push({
      code: 'address_zip_not_in_state',
      part: 'zip',
      detail: `ZIP Codes that begin with ${zip.slice(0, 3)} are in ${states.join(' or ')}, not in ${state}.`,
      allowed: `a ZIP Code in ${state}`,
    })
  if (zip.endsWith('-0000'))
    faults.push({
      code: 'address_zip_unknown',
      part: 'zip',
      detail: 'The ZIP+4 Code ends with 0000, which is not assigned.',
      allowed: 'a ZIP Code, or a ZIP+4 Code that is in use',
    })
  return faults
}

const militaryStates = new Set(['AA', 'AE', 'AP'])
const militaryPlace = /^(?:APO|FPO|DPO) [A-Z]{2}$/

/** Military mail has a post office in place of the city (Publication 28, 225). */
function cityFaults(address: PostalAddress): AddressFault[] {
  const { city, state } = address
  const isMilitary = militaryStates.has(state)
  if (!hasText(city) || isMilitary === militaryPlace.test(addressParts(address).place)) return []
  return [
    isMilitary
      ? {
          code: 'address_city_mismatch',
          part: 'city',
          detail: `Mail to ${state} goes to an APO, an FPO, or a DPO, not to a city.`,
          allowed: 'APO, FPO, or DPO',
        }
      : {
          code: 'address_city_mismatch',
          part: 'state',
          detail: `Mail to an ${city.trim().toUpperCase()} must have the state AA, AE, or AP.`,
          allowed: 'AA, AE, or AP',
        },
  ]
}

/** A delivery line has one secondary unit, at its end (Publication 28, 213). */
function unitFaults({ street, unit }: PostalAddress): AddressFault[] {
  if (!unit) return []
  const delivery = (line: string) =>
    splitUnit(addressParts({ name: '', street: line, city: '', state: '', zip: '' }).delivery)
  const [, inStreet] = delivery(street)
  const [, alone] = delivery(`1 ST ${unit}`)
  if (inStreet === undefined || alone === undefined) return []
  const isBuilding = (text: string) => /^(?:BLDG|FL) /.test(text)
  if (isBuilding(inStreet) !== isBuilding(alone)) return []
  return [
    {
      code: 'address_unit_repeated',
      part: 'unit',
      detail: `The address has two units, ${inStreet} and ${alone}.`,
      allowed: 'one unit',
    },
  ]
}

/**
 * Checks an address without a directory: state, ZIP Code prefix, military mail, and unit. It can't tell whether the
 * street exists.
 */
export const checkPostalAddress = (address: PostalAddress): AddressFault[] => [
  ...missingParts(address),
  ...stateFaults(address),
  ...cityFaults(address),
  ...unitFaults(address),
]
