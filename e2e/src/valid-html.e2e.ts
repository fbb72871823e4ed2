import { HtmlValidate } from 'html-validate'
import { publicPaths } from './public-paths.ts'
import { expect, test } from './test.ts'

/** Rules of the HTML standard and of assistive technology. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // React writes <br/>, which is equivalent.
    'void-style': 'off',
    // Our files come from our own origin.
    'require-sri': 'off',
  },
})

test('every page is valid HTML as it is served', async ({ request }) => {
  const paths = await publicPaths(request)
  expect(paths).toHaveLength(13)
  const faults: string[] = []
  for (const path of [...paths, '/nope', '/api/login']) {
    const report = await validator.validateString(await (await request.get(path)).text())
    for (const { ruleId, message, selector } of report.results.flatMap(({ messages }) => messages)) {
      faults.push(`${path}: ${ruleId}: ${message} (${selector})`)
    }
  }
  expect(faults).toEqual([])
})
