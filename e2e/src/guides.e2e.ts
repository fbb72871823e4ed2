import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from '@playwright/test'
import { addCustomer } from 'tools/customer'
import { expect, test } from './test.ts'

const run = promisify(execFile)

const folder = path.join(import.meta.dirname, '../../packages/api-reference/guides')
const guides = readdirSync(folder)
  // The staff guide signs in with an account that does not exist.
  .filter((file) => file.endsWith('.md') && !file.includes('staff'))
  .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const)
  .filter(([, text]) => /^```(sh|js)$/m.test(text))

interface Block {
  language: string
  /** The file name given in the guide. */
  file: string | undefined
  code: string
}

const blocksOf = (guide: string): Block[] =>
  [...guide.matchAll(/(?:Save this as `([\w.-]+)`:\n\n)?^```(\w+)\n(.*?)^```$/gms)].map(
    ([, file, language = '', code = '']) => ({ language, file, code }),
  )

/** Variables that snippets use from the surrounding program. */
const surroundings = `
globalThis.headers = { 'content-type': 'application/json' }
globalThis.postcard = {
  Front: 'tmpl_spring_front', Back: 'tmpl_spring_back', Size: '4.25x6', PostalClass: 'FirstClass', DryRun: true,
  VariablePayload: { first_name: 'Dana', city: 'Tulsa', zone: '7a', frost_date: 'April 2', offer: '$25', plan: 'a' },
  To: { Name: 'Dana Sample', AddressLine1: '1418 Cedar Ln', City: 'Tulsa', State: 'OK', Zip: '74104' },
  From: { Name: 'Your Garden Center', AddressLine1: '400 Example Ave', City: 'Reno', State: 'NV', Zip: '89509' },
}
globalThis.body = JSON.stringify({ ...postcard, Front: undefined, Back: undefined, Template: 'tmpl_planting_letter', Size: '8.5x11' })
`

/** Creates the photo that the image guide uploads. */
async function takePhoto(browser: Browser, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1_875, height: 1_350 } })
  await page.setContent('<body style="background: seagreen">')
  await page.screenshot({ type: 'jpeg', path: file })
  await page.close()
}

test.describe.configure({ timeout: 120_000 })

for (const [name, guide] of guides) {
  test(`every request of ${name} succeeds as written`, async ({ browser, request, baseURL, product }) => {
    const key = await request.post('/v1/sandbox-keys')
    // The part of the response that is used here.
    const { Key: SANDBOX_KEY } = (await key.json()) as { Key: string }
    const customer = await addCustomer(product.databaseUrl)
    const cwd = mkdtempSync(path.join(tmpdir(), 'guide-'))
    writeFileSync(path.join(cwd, 'surroundings.mjs'), surroundings)
    if (guide.includes('garden.jpg')) await takePhoto(browser, path.join(cwd, 'garden.jpg'))
    const program = path.join(import.meta.dirname, 'curl.ts')
    const shell = `set -e\ncurl() { ${process.execPath} ${program} "$@"; }\nnode() { ${process.execPath} "$@"; }\n`
    const options = {
      cwd,
      env: { ...process.env, SANDBOX_KEY, TEST_KEY: customer.test.key, LIVE_KEY: customer.live.key },
    }

    let answers = ''
    /** Exports of earlier blocks, because each block runs in its own shell. */
    let exported = ''
    /** Replaces asset_… and the like with the id from an earlier response, as a reader would. */
    const filledIn = (code: string) =>
      code
        .replaceAll('https://origin.invalid', String(baseURL))
        .replaceAll('test_…', customer.test.key)
        .replaceAll(
          /\b(sandbox|asset|tmpl|piece)_…/g,
          (all, kind: string) => answers.match(new RegExp(String.raw`${kind}_[0-9A-Za-z]{20,}`, 'g'))?.at(-1) ?? all,
        )
    for (const [index, { language, file, code }] of blocksOf(guide).entries()) {
      if (file) {
        writeFileSync(path.join(cwd, file), filledIn(code))
        continue
      }
      if (language === 'sh') {
        answers += (await run('sh', ['-c', filledIn(`${shell}${exported}${code}`)], options)).stdout
        exported += [...code.matchAll(/^export .*\n/gm)].join('')
      }
      if (language === 'js') {
        const module = path.join(cwd, `${index}.mjs`)
        writeFileSync(module, filledIn(code))
        const { stdout, stderr } = await run(process.execPath, ['--import', './surroundings.mjs', module], options)
        expect(stderr).toBe('')
        answers += stdout
      }
    }
    // Every proof that a guide creates must finish without errors or warnings.
    expect(answers).not.toMatch(/"Status":"failed"|"?Severity"?:\s*['"](?:error|warning)/)
  })
}
