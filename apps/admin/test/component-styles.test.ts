import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '../src')
const library = path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'))
const imported = readFileSync(path.join(source, 'styles.css'), 'utf8')

/** The Mantine components that a file imports. */
const componentsIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )

test('the stylesheet of every Mantine component in use is imported', () => {
  const used = new Set(globSync('**/*.tsx', { cwd: source }).flatMap((file) => componentsIn(path.join(source, file))))
  const styled = [...used].filter((name) => existsSync(path.join(library, 'styles', `${name}.css`)))
  expect(styled).toContain('Button')
  expect(styled.filter((name) => !imported.includes(`styles/${name}.css`))).toEqual([])
})
