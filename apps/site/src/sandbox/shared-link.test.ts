import { expect, test } from 'vitest'
import { firstDraft, withoutKey } from './draft.ts'
import { houseIds, withText } from './sandbox-request.ts'
import { draftIn, linkTo, longestLink } from './shared-link.ts'

const hashOf = (link: string) => new URL(link).hash

test('a link holds the draft, behind the mark that browsers send nowhere', async () => {
  const draft = { ...firstDraft, edits: { [houseIds.Front]: '<h1>Zoë {{first_name}} 😀</h1>' } }
  const link = await linkTo(draft, 'https://site.test')
  expect(link.split('#')[0]).toBe('https://site.test/print/sandbox')
  expect(link.length).toBeLessThan(longestLink)
  expect(await draftIn(hashOf(link))).toEqual(draft)
})

test.each(['#first', '#sandbox=', '#sandbox=abc!', '#sandbox=eJwDAAAAAAE'])('%s holds none', async (hash) => {
  expect(await draftIn(hash)).toBeUndefined()
})

test('templates of a key are HTML for whoever has the link', () => {
  const body = withText(firstDraft.body, ['Back'], 'tmpl_mine')
  const templates = { tmpl_mine: { html: '<p>Mine</p>', size: '4.25x6' } }
  expect(withoutKey({ body, edits: {} }, templates)).toEqual({
    body: firstDraft.body,
    edits: { [houseIds.Back]: '<p>Mine</p>' },
  })
  expect(withoutKey({ body, edits: { tmpl_mine: 'newer' } }, templates).edits).toEqual({ [houseIds.Back]: 'newer' })
  // The template of somebody else stays as it is named.
  expect(withoutKey({ body, edits: {} }, {})).toEqual({ body, edits: {} })
})
