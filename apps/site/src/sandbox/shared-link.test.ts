import { expect, test } from 'vitest'
import { firstDraft, withoutKey } from './draft.ts'
import { houseIds, withText } from './sandbox-request.ts'
import { draftIn, linkTo, maxLinkLength } from './shared-link.ts'

const hashOf = (link: string) => new URL(link).hash

test('a link contains the draft in its fragment', async () => {
  const draft = { ...firstDraft, edits: { [houseIds.Front]: '<h1>Zoë {{first_name}} 😀</h1>' } }
  const link = await linkTo(draft, 'https://site.test')
  expect(link.split('#')[0]).toBe('https://site.test/print/sandbox')
  expect(link.length).toBeLessThan(maxLinkLength)
  expect(await draftIn(hashOf(link))).toEqual(draft)
})

test.each(['#first', '#sandbox=', '#sandbox=abc!', '#sandbox=eJwDAAAAAAE'])('%s contains no draft', async (hash) => {
  expect(await draftIn(hash)).toBeUndefined()
})

test('a link contains the HTML of the key’s templates', () => {
  const body = withText(firstDraft.body, ['Back'], 'tmpl_mine')
  const templates = { tmpl_mine: { html: '<p>Mine</p>', size: '4.25x6', version: 1, name: 'Mine' } }
  expect(withoutKey({ body, edits: {} }, templates)).toEqual({
    body: firstDraft.body,
    edits: { [houseIds.Back]: '<p>Mine</p>' },
  })
  expect(withoutKey({ body, edits: { tmpl_mine: 'newer' } }, templates).edits).toEqual({ [houseIds.Back]: 'newer' })
  // Another person’s template keeps its id.
  expect(withoutKey({ body, edits: {} }, {})).toEqual({ body, edits: {} })
})
