import { publicPaths } from './public-paths.ts'
import { expect, test } from './test.ts'

test('no page has a broken link, image or anchor', async ({ request }) => {
  const pages = new Map<string, string>()
  for (const path of await publicPaths(request)) pages.set(path, await (await request.get(path)).text())
  expect(pages.size).toBe(13)

  const targets = new Map<string, string>()
  for (const [page, html] of pages) {
    for (const [, target = ''] of html.matchAll(/(?:href|src)="([#/][^"]*)"/g)) {
      // An anchor is looked up in its own page.
      targets.set(target.startsWith('#') ? page + target : target, page)
    }
  }
  const broken: string[] = []
  for (const [target, page] of targets) {
    const [path = '', fragment] = target.split('#')
    const response = pages.has(path) ? undefined : await request.get(path)
    if (response?.ok() && fragment) pages.set(path, await response.text())
    const answers = response?.ok() ?? true
    const arrives = !fragment || pages.get(path)?.includes(`id="${fragment}"`)
    if (!answers || !arrives) broken.push(`${target} on ${page}`)
  }
  expect(broken).toEqual([])
})
