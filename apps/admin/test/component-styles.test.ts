import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '../src')
const library = path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'))
const imported = readFileSync(path.join(source, 'styles.css'), 'utf8')

/** Components of the library that a file of the app imports. */
const componentsIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )

test('each component of the library that is used comes with its own styles', () => {
  const used = new Set(globSync('**/*.tsx', { cwd: source }).flatMap((file) => componentsIn(path.join(source, file))))
  const styled = [...used].filter((name) => existsSync(path.join(library, 'styles', `${name}.css`)))
  expect(styled).toContain('Button')
  expect(styled.filter((name) => !imported.includes(`styles/${name}.css`))).toEqual([])
})
