import { expect, test } from 'vitest'
import { addRenderer, postcard, startPrintApp } from '../../../../test/print.ts'

const { app, db } = await startPrintApp()
await addRenderer(db)

test.each([
  ['an unknown state', { State: 'ZZ' }, '/To/State address_state_unknown', 'ZZ'],
  ['an unknown ZIP Code', { Zip: '00000' }, '/To/Zip address_zip_unknown', '00000'],
  ['a ZIP Code of another state', { Zip: '10001' }, '/To/Zip address_zip_not_in_state', '10001'],
  ['a city with the state of the military', { State: 'AP', Zip: '96278' }, '/To/City address_city_mismatch', 'Tulsa'],
  ['two units', { AddressLine2: 'Suite 300' }, '/To/AddressLine2 address_unit_repeated', 'Suite 300'],
  ['a long second line', { AddressLine2: 'x'.repeat(60) }, '/To/AddressLine2 address_line_too_long', 'x'.repeat(60)],
  [
    'a long name',
    { Name: `${'x'.repeat(31)} ${'y'.repeat(44)}` },
    '/To/Name address_line_too_long',
    `${'x'.repeat(31)} ${'y'.repeat(44)}`,
  ],
  ['a state of the sender that is unknown', { State: 'ZZ' }, '/From/State address_state_unknown', 'ZZ'],
  [
    'a ZIP Code of the sender that is in another state',
    { Zip: '10001' },
    '/From/Zip address_zip_not_in_state',
    '10001',
  ],
  [
    'a line of the sender that would be too small to read',
    { AddressLine1: 'x'.repeat(77), AddressLine2: 'y'.repeat(76) },
    '/From/AddressLine1 address_line_too_long',
    'x'.repeat(77),
  ],
])('400 for an address with %s, with the member to correct', async (_, changes, problem, found) => {
  const whose = problem.startsWith('/To') ? 'To' : 'From'
  const address = { Name: 'Dana Sample', AddressLine1: '1418 Cedar Ln Apt 2', City: 'Tulsa', State: 'OK', Zip: '74104' }
  const AddressLine1 = problem.endsWith('too_long') ? '1418 Cedar Ln' : address.AddressLine1
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/postcards',
    payload: postcard({ [whose]: { ...address, AddressLine1, ...changes } }),
  })
  expect(answer.statusCode).toBe(400)
  const [fault, ...others] = answer.json().errors
  expect(others).toEqual([])
  expect(`${fault.pointer} ${fault.code}`).toBe(problem)
  expect(fault).toMatchObject({ found, allowed: expect.any(String), remedy: expect.any(String) })
})
