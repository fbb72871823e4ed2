import { otherStateNames, stateCodes } from '@app/labels'
import type { PostalAddress } from '@app/mail-piece/address'
import { describe, expect, test } from 'vitest'
import { checkPostalAddress } from './check-address.ts'
import { fitAddress } from './fit-address.ts'
import { postalStates } from './zip-prefixes.ts'

const dana: PostalAddress = { name: 'Dana Sample', street: '1418 Cedar Ln', city: 'Tulsa', state: 'OK', zip: '74104' }

const faultsOf = (changes: Partial<PostalAddress>) =>
  checkPostalAddress({ ...dana, ...changes }).map(({ code, part, detail }) => [code, part, detail])

test('every state code of the Postal Service has ZIP Codes', () => {
  expect([...postalStates].toSorted()).toEqual([...stateCodes, ...Object.keys(otherStateNames)].toSorted())
})

describe('an address', () => {
  test.each<[string, Partial<PostalAddress>]>([
    ['of a state', {}],
    ['with ZIP+4', { zip: '74104-2209' }],
    ['in the smallest prefix', { city: 'Holtsville', state: 'NY', zip: '00501' }],
    ['on an island of another state', { city: 'Fishers Island', state: 'NY', zip: '06390' }],
    ['in Wyoming with a prefix of Idaho', { city: 'Alta', state: 'WY', zip: '83414' }],
    ['of a federal office in Maryland', { city: 'Camp Springs', state: 'MD', zip: '20588' }],
    ['of a federal office in Virginia', { city: 'Springfield', state: 'VA', zip: '20598' }],
    ['in Texas with a prefix of Oklahoma', { city: 'Texhoma', state: 'TX', zip: '73960' }],
    ['in El Paso', { city: 'El Paso', state: 'TX', zip: '88510' }],
    ['in American Samoa', { city: 'Pago Pago', state: 'AS', zip: '96799' }],
    ['in Guam', { city: 'Hagatna', state: 'GU', zip: '96910' }],
    ['of the military', { street: 'Unit 2050 Box 4190', city: 'APO', state: 'AP', zip: '96278' }],
    ['of the military, with the state after the city', { city: 'APO, AP', state: 'AP', zip: '96278' }],
    ['of an embassy', { street: 'Unit 8400 Box 1', city: 'DPO', state: 'AE', zip: '09498' }],
    ['with a unit in each line, one of them a building', { street: '1418 Cedar Ln Bldg 4', unit: 'Apt 2' }],
    ['with a second line that is not a unit', { street: '1418 Cedar Ln Apt 2', unit: 'c/o Lee Sample' }],
  ])('%s has no faults', (_, changes) => {
    expect(faultsOf(changes)).toEqual([])
  })

  test.each<[Partial<PostalAddress>, unknown[][]]>([
    [{ state: 'ZZ' }, [['address_state_unknown', 'state', 'ZZ is not a USPS state code.']]],
    [{ zip: '00000' }, [['address_zip_unknown', 'zip', 'No ZIP Code begins with 000.']]],
    [
      { state: 'ZZ', zip: '00000' },
      [
        ['address_state_unknown', 'state', 'ZZ is not a USPS state code.'],
        ['address_zip_unknown', 'zip', 'No ZIP Code begins with 000.'],
      ],
    ],
    [{ zip: '10001' }, [['address_zip_not_in_state', 'zip', 'ZIP Codes that begin with 100 are in NY, not in OK.']]],
    [
      { zip: '96910' },
      [
        [
          'address_zip_not_in_state',
          'zip',
          'ZIP Codes that begin with 969 are in FM or GU or MH or MP or PW, not in OK.',
        ],
      ],
    ],
    [{ zip: '74104-0000' }, [['address_zip_unknown', 'zip', 'The ZIP+4 Code ends with 0000, which is not assigned.']]],
    [
      { city: 'Seoul', state: 'AP', zip: '96278' },
      [['address_city_mismatch', 'city', 'Mail to AP goes to an APO, an FPO, or a DPO, not to a city.']],
    ],
    [{ city: 'apo' }, [['address_city_mismatch', 'state', 'Mail to an APO must have the state AA, AE, or AP.']]],
    [
      { street: '1418 Cedar Ln Apt 2', unit: 'Suite 300' },
      [['address_unit_repeated', 'unit', 'The address has two units, APT 2 and STE 300.']],
    ],
    [{ city: '-' }, [['address_line_missing', 'city', 'The city has neither a letter nor a digit.']]],
  ])('with %j has faults', (changes, faults) => {
    expect(faultsOf(changes)).toEqual(faults)
  })
})

describe('a second line', () => {
  test('that does not fit is reported as the part to shorten', () => {
    const { findings } = fitAddress({ ...dana, unit: 'x'.repeat(60) }, '4.25x6')
    expect(findings).toMatchObject([
      { code: 'address_line_too_long', part: 'unit', detail: 'The unit has 60 characters. A line has room for 32.' },
    ])
  })

  test('that is not a unit goes above the street if both do not fit on one line', () => {
    const { lines } = fitAddress({ ...dana, unit: 'Friends of Very Long Names' }, '4.25x6')
    expect(lines).toEqual(['DANA SAMPLE', 'FRIENDS OF VERY LONG NAMES', '1418 CEDAR LN', 'TULSA OK\u00a0\u00a074104'])
  })

  test.each([
    ['c/o Lee Sample', 'C/O LEE SAMPLE'],
    ['Attn: Lee', 'ATTN LEE'],
  ])('like "%s" always goes above the street', (unit, line) => {
    expect(fitAddress({ ...dana, unit }, '4.25x6')).toMatchObject({
      lines: ['DANA SAMPLE', line, '1418 CEDAR LN', 'TULSA OK\u00a0\u00a074104'],
      findings: [],
    })
  })

  test.each(['P.O. Box 12', 'P O Box #12'])('with a post office box, "%s", goes below the street', (unit) => {
    expect(fitAddress({ ...dana, unit }, '4.25x6')).toMatchObject({
      lines: ['DANA SAMPLE', '1418 CEDAR LN', 'PO BOX 12', 'TULSA OK\u00a0\u00a074104'],
      findings: [],
    })
  })

  test.each(['Urb. Las Olas', 'Urbanización Las Olas'])(
    'with the urbanization %s always goes above the street',
    (unit) => {
      const address = { ...dana, street: '150 Calle A', unit, city: 'Ponce', state: 'PR', zip: '00731' }
      expect(fitAddress(address, '4.25x6')).toMatchObject({
        lines: ['DANA SAMPLE', 'URB LAS OLAS', '150 CALLE A', 'PONCE PR\u00a0\u00a000731'],
        findings: [],
      })
    },
  )
})
