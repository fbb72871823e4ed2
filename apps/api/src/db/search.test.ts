import { sql } from 'kysely'
import * as Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { insertLead, startApp } from '../../test/harness.ts'
import { folded, foldedSql } from './folded-text.ts'
import { searchedLead } from '../entities/leads.entity.ts'
import { reader } from './sql.ts'
import { exportedCondition, searchedPage } from './search.ts'

const { db, orm, asStaff, postSample } = await startApp()

test('text is folded the same way in SQL and in the search', async () => {
  // One of the two may not know the case of letters that were added to Unicode recently.
  const characters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    /^[[\p{L}\p{M}\p{N}\p{P}\p{S}]--[\u1C80-\u1C8F\uA7C0-\uA7FF]]$/v.test(character),
  )
  const given = foldedSql(sql.ref('given'))
  const rows = await reader(Type.Object({ folded: Type.String() }))(
    orm.em.fork(),
    sql`select ${given} as folded from unnest(${sql.val(characters)}::text[]) as given`,
  )
  const different = characters.filter((character, index) => rows[index]?.folded !== folded(character))
  expect(different).toEqual([])
})

test.each([
  ['Müller', 'muller'],
  ['GARCÍA', 'garcia'],
  ['Søren Łuków', 'soren lukow'],
  ['Straße', 'strasse'],
  ['O’Brien', "o'brien"],
  ['Nguyễn', 'nguyen'],
])('%s is folded to %s', (text, expected) => {
  expect(folded(text)).toBe(expected)
})

interface Found {
  names: string[]
  isSimilar: boolean
}

async function find(path: string, q: string): Promise<Found> {
  const { headers, ...answer } = await asStaff({ method: 'GET', url: `${path}?q=${encodeURIComponent(q)}` })
  const names = answer.json().map(({ lastName }: { lastName: string }) => lastName)
  return { names, isSimilar: headers['x-search-similar'] === 'true' }
}

const exactly = (...names: string[]): Found => ({ names, isSimilar: false })
const similarly = (...names: string[]): Found => ({ names, isSimilar: true })

describe('a search for leads', () => {
  const company = ['Hearth & Home', 'Green Dental Care', 'Cascade Roofing', 'Summit Lending', 'Green Leaf', 'Pipestone']
  const lastName = ['Müller', 'García', 'O’Brien', 'Nguyễn', 'Dental', 'Christopherson']

  test.beforeAll(async () => {
    for (const [index, last_name] of lastName.entries()) {
      const email = `person${index}@example.com`
      await insertLead(db, { last_name, email, company: company[index] ?? null, first_name: 'Dana' })
    }
  })

  test.each([
    ['muller', exactly('Müller')],
    ['MÜLLER', exactly('Müller')],
    ['garcia', exactly('García')],
    ["o'brien", exactly('O’Brien')],
    ['hearth and home', exactly('Müller')],
    ['home & hearth', exactly('Müller')],
    ['care green', exactly('García')],
    ['garcia dana care', exactly('García')],
    ['uller', exactly('Müller')],
    // One typo: a missing, added, or wrong letter, or two swapped letters.
    ['mullr', similarly('Müller')],
    ['mulller', similarly('Müller')],
    ['moller', similarly('Müller')],
    ['mulelr', similarly('Müller')],
    ['kuller', similarly('Müller')],
    ['obrien', similarly('O’Brien')],
    ['cascde', similarly('O’Brien')],
    ['sumit lending', similarly('Nguyễn')],
    ['green leef', similarly('Dental')],
    ['greenleaf', similarly('Dental')],
    // One typo per eight characters.
    ['pipstone', similarly('Christopherson')],
    ['chrstophersn', exactly()],
    ['person3@exmple.com', similarly('Nguyễn')],
    // Three letters are too few for a typo, and two typos make a different word.
    ['mll', exactly()],
    ['mxxler', exactly()],
    ['person8', exactly()],
    ['nobody at all', exactly()],
    ['%', exactly()],
    ['&', exactly('Müller')],
  ])('%s', async (q, expected) => {
    expect(await find('/api/admin/leads', q)).toEqual(expected)
  })

  test('pages of similar spellings are consecutive, and the export has the same leads', async () => {
    const first = await asStaff({ method: 'GET', url: '/api/admin/leads?q=dsna&limit=4' })
    expect(first.headers['x-total-count']).toBe(String(lastName.length))
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers['link']))?.[1] ?? ''
    const second = await asStaff({ method: 'GET', url: next })
    expect(second.headers['x-search-similar']).toBe('true')
    const found: { lastName: string }[] = [...first.json(), ...second.json()]
    expect(new Set(found.map((lead) => lead.lastName))).toEqual(new Set(lastName))
    expect(found).toHaveLength(lastName.length)
    const file = await asStaff({ method: 'GET', url: '/api/admin/leads/export?q=sumit' })
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(2)
    expect(file.body).toContain('Nguyễn')
  })
})

describe('a search for phone numbers', () => {
  const phones = ['(617) 555-0123', '+1 617.555.0124', '6175550125', '617-555-0126 x45', '+44 20 7946 0958', null]

  test.beforeAll(async () => {
    for (const [index, phone] of phones.entries()) {
      await insertLead(db, { last_name: `Phone${index}`, phone, company: 'Phone Company', email: 'p@example.com' })
      if (!phone) continue
      const address = { addressLine1: '9 Elm Road', city: 'Reno', state: 'NV', zip: '89501' }
      await postSample({ lastName: `Phone${index}`, phone, ...address })
    }
  })

  const notations = (last: string) => [
    `617555${last}`,
    `1617555${last}`,
    `+1617555${last}`,
    `(617) 555-${last}`,
    `(617)555-${last}`,
    `617-555-${last}`,
    `617.555.${last}`,
    `617 555 ${last}`,
    `+1 (617) 555-${last}`,
    `1-617-555-${last}`,
    `617‑555‑${last}`,
    `617-555-${last} ext. 9`,
    `555-${last}`,
    last,
  ]

  test.each(
    ['0123', '0124', '0125', '0126'].flatMap((last, index) => notations(last).map((q) => [q, `Phone${index}`])),
  )('%s finds it in whichever notation it was entered', async (q, name) => {
    expect(await find('/api/admin/leads', q)).toEqual(exactly(name))
    expect(await find('/api/admin/print-samples', q)).toEqual(exactly(name))
  })

  test.each([
    ['020 7946 0958', ['Phone4']],
    ['+44 20 7946 0958', ['Phone4']],
    ['phone company (617) 555-0125', ['Phone2']],
    ['(617) 555', ['Phone3', 'Phone2', 'Phone1', 'Phone0']],
    ['617-555-012', ['Phone3', 'Phone2', 'Phone1', 'Phone0']],
    ['(617) 555-9999', []],
  ])('%s', async (q, names) => {
    expect(await find('/api/admin/leads', q)).toEqual(exactly(...names))
  })
})

describe('a search for sample requests', () => {
  test.beforeAll(async () => {
    for (const changes of [
      { lastName: 'Ibáñez', addressLine1: '12 Example Street', city: 'Cambridge', zip: '02138' },
      {
        lastName: 'Jones',
        addressLine1: '7 Öak Avenue',
        addressLine2: 'Suite 900',
        city: 'Tulsa',
        state: 'OK',
        zip: '74103',
      },
    ]) {
      await postSample(changes)
    }
  })

  test.each([
    ['02138', exactly('Ibáñez')],
    ['tulsa', exactly('Jones')],
    ['oak avenue', exactly('Jones')],
    ['suite 900', exactly('Jones')],
    ['02138 12', exactly('Ibáñez')],
    ['ibanez cambridge', exactly('Ibáñez')],
    ['cambrigde', similarly('Ibáñez')],
    ['ibanez tulsa', exactly()],
  ])('%s', async (q, expected) => {
    expect(await find('/api/admin/print-samples', q)).toEqual(expected)
  })

  test('similar spellings are found in work order and in the export', async () => {
    const list = await asStaff({ method: 'GET', url: '/api/admin/print-samples?order=work&q=cambrigde' })
    expect(list.headers['x-search-similar']).toBe('true')
    expect(list.json()).toHaveLength(1)
    const file = await asStaff({ method: 'GET', url: '/api/admin/print-samples/export?q=cambrigde' })
    expect(file.body).toContain('Ibáñez')
  })
})

test('a search that times out lists no records, and fails an export with 503', async () => {
  const timeOut = "do $$ begin raise exception using errcode = '57014'; end $$"
  let calls = 0
  const page = await searchedPage(orm.em.fork(), searchedLead, 'sumit', async (em) => {
    calls += 1
    if (calls > 1) await em.execute(timeOut)
    return { rows: [], total: 0, next: undefined }
  })
  expect(page).toMatchObject({ rows: [], isCutShort: true })
  expect(() => exportedCondition(searchedLead, 'sumit', page)).toThrow(
    expect.objectContaining({ status: 503, retryAfterSeconds: 5 }),
  )
})

test('similar spellings are not searched for when the text folds to hundreds of letters', async () => {
  let calls = 0
  const searches = async (text: string) => {
    calls = 0
    await searchedPage(orm.em.fork(), searchedLead, text, async () => {
      calls += 1
      return { rows: [], total: 0, next: undefined }
    })
    return calls
  }
  expect(await searches('ﷺ'.repeat(10))).toBe(2)
  expect(await searches('ﷺ'.repeat(100))).toBe(1)
})
