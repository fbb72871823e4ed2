import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './product/paths.ts'

// The specification names the packages that this product is built with. Each must be a dependency that code imports.

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

// The fields of package.json that are read here.
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest

/** Packages, or files of them, that a file imports at run time. */
const importsOf = (text: string) =>
  [...text.matchAll(/^(?:import|export|\} from)(?! type\b)[^'\n]*'([^'.][^']*)'/gm)].map(([, name = '']) => name)

/** The names of the packages that the files of a workspace import. */
function imported(workspace: string, pattern: string, exclude: RegExp): string[] {
  const files = globSync(pattern, { cwd: path.join(root, workspace) }).filter((file) => !exclude.test(file))
  return files.flatMap((file) => importsOf(readFileSync(path.join(root, workspace, file), 'utf8')))
}

const isOf = (name: string) => (module: string) => module === name || module.startsWith(`${name}/`)
const isTest = /[.]test[.]tsx?$|\/generated\//

test.each([
  ['apps/api', ['fastify', '@fastify/cookie', '@fastify/session', '@fastify/swagger']],
  ['apps/api', ['@mikro-orm/core', '@mikro-orm/postgresql', 'typebox']],

  ['apps/site', ['react', 'react-dom', 'react-router-dom', '@tanstack/react-query', '@mantine/core']],
  ['apps/admin', ['react', 'react-dom', 'react-router-dom', '@tanstack/react-query', '@mantine/core']],
])('the product, %s, depends on %j and imports them', (workspace, names) => {
  const { dependencies } = manifestOf(workspace)
  const used = imported(workspace, 'src/**/*.{ts,tsx}', isTest)
  const missing = names.filter((name) => !dependencies?.[name] || !used.some(isOf(name)))
  expect(missing).toEqual([])
})

test.each([
  ['orval', 'packages/api-client', 'orval.config.ts'],
  ['msw', 'apps/admin', 'test/**/*.{ts,tsx}'],
  ['msw', 'apps/site', 'test/**/*.{ts,tsx}'],
  ['vitest', 'apps/api', 'src/**/*.test.ts'],
])('the tools: %s, in %s, is imported by %s', (name, workspace, pattern) => {
  expect(manifestOf(workspace).devDependencies).toHaveProperty([name])
  expect(imported(workspace, pattern, /^$/).some(isOf(name))).toBe(true)
})

test('turbo and pnpm build the repository', () => {
  // The fields of package.json that are read here.
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest & {
    packageManager: string
    scripts: Record<string, string>
  }
  expect(manifest.packageManager).toMatch(/^pnpm@\d/)
  expect(manifest.devDependencies).toHaveProperty('turbo')
  expect(manifest.scripts).toMatchObject({ build: 'turbo run build', typecheck: 'turbo run typecheck' })
})
