import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { anotherBrand, tracesOfDefaultBrand, withAnotherBrand } from '@app/brand/testing'
import { build, type InlineConfig } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
// Inside the workspace, so that the server build resolves its dependencies.
const out = `${root}node_modules/.cache/another-brand`

const buildWith = (outDir: string, config: InlineConfig['build']) =>
  build({
    root,
    logLevel: 'error',
    plugins: [withAnotherBrand],
    build: { ...config, outDir: `${out}/${outDir}`, emptyOutDir: true },
  })

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await buildWith('client', {})
  await buildWith('server', { ssr: 'src/entry-server.tsx' })
  execFileSync(process.execPath, [`${root}scripts/prerender.ts`, out], { cwd: root })
}, 120_000)

test('a build with another brand shows no trace of the default one', () => {
  expect(tracesOfDefaultBrand(`${out}/client`)).toEqual([])
})

test('every page shows the other brand', () => {
  const pages = readdirSync(`${out}/client`, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  )
  expect(pages).toHaveLength(23)
  for (const name of pages) {
    const html = readFileSync(`${out}/client/${name}`, 'utf8')
    for (const value of [
      anotherBrand.companyName,
      anotherBrand.phone.displayLong,
      anotherBrand.phone.href,
      anotherBrand.email,
      anotherBrand.address.street,
      // A page that does not exist has no URL of its own.
      ...(name === '404.html' ? [] : [`${anotherBrand.siteOrigin}/`]),
      `Founded in ${anotherBrand.foundedYear}`,
    ]) {
      expect([name, html.replaceAll('<!-- -->', '')]).toEqual([name, expect.stringContaining(value)])
    }
    expect(html).not.toMatch(/\b1989\b/)
  }
})
