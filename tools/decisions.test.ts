import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './product/paths.ts'

const folder = path.join(root, 'docs/decisions')
const files = readdirSync(folder).filter((file) => file !== 'README.md')

const titleOf = (file: string) => /^# \d+\. (.+)$/m.exec(readFileSync(path.join(folder, file), 'utf8'))?.[1]

test('the index of the decisions lists each one with its title, in order', () => {
  const index = readFileSync(path.join(folder, 'README.md'), 'utf8')
  const rows = [...index.matchAll(/^\| \[(\d{4})\]\((.+)\) \| (.+) \|$/gm)].map(([, number, file, title]) => ({
    number,
    file,
    title,
  }))
  expect(rows).toEqual(files.toSorted().map((file) => ({ number: file.slice(0, 4), file, title: titleOf(file) })))
})

test.each(globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md'], { cwd: root }))(
  'the links of %s lead to files',
  (file) => {
    const links = readFileSync(path.join(root, file), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)
    const broken = [...links].filter(([, link = '']) => !existsSync(path.join(root, path.dirname(file), link)))
    expect(broken.map(([, link]) => link)).toEqual([])
  },
)
