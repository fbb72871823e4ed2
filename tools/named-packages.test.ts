import { readFileSync } from 'node:fs'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { root } from './product/paths.ts'

// The specification names the packages that this product is built with. Each must be a dependency that code imports.

const { output } = await cruise(
  ['apps', 'packages'],
  {
    baseDir: root,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/(dist|reports|src/generated)/' },
    // Imports of types alone are gone after compilation.
    tsPreCompilationDeps: false,
  },
  { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
)
if (typeof output === 'string') throw new Error(output)
const isTest = (file: string) => /[.]test[.]tsx?$|\/test\//.test(file)
const imports = output.modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ module, dependencyTypes }) => ({ source, module, dependencyTypes })),
)

test.each([
  'fastify',
  '@fastify/cookie',
  '@fastify/session',
  '@fastify/swagger',
  'typebox',
  'react',
  'react-dom',
  'react-router-dom',
  '@tanstack/react-query',
  '@mantine/core',
  '@mikro-orm/core',
  '@mikro-orm/postgresql',
])('%s runs in the product: its workspace has it as a dependency and imports it', (name) => {
  const users = imports.filter(
    ({ source, module, dependencyTypes }) =>
      (module === name || module.startsWith(`${name}/`)) &&
      // A dependency, not a development one and not one that no manifest names.
      dependencyTypes.includes('npm') &&
      /^(apps|packages)\/[^/]+\/src\//.test(source) &&
      !isTest(source),
  )
  expect(users).not.toEqual([])
})

test.each([
  ['orval', 'generates the client', /^packages\/api-client\/orval[.]config[.]ts$/],
  ['msw', 'answers in tests of both front ends', /^apps\/(admin|site)\/test\//],
  ['vitest', 'runs the tests of the API', /^apps\/api\/src\/.+[.]test[.]ts$/],
])('%s %s', (name, _what, place) => {
  const users = imports.filter(
    ({ source, module, dependencyTypes }) =>
      (module === name || module.startsWith(`${name}/`)) && dependencyTypes.includes('npm-dev') && place.test(source),
  )
  expect(users).not.toEqual([])
})

test('turbo and pnpm build the repository', () => {
  // The fields of package.json that are read here.
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    packageManager: string
    scripts: Record<string, string>
    devDependencies: Record<string, string>
  }
  expect(manifest.packageManager).toMatch(/^pnpm@\d/)
  expect(manifest.devDependencies).toHaveProperty('turbo')
  expect(manifest.scripts).toMatchObject({ build: 'turbo run build', typecheck: 'turbo run typecheck' })
})
