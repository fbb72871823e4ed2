import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeLeftovers } from './make-run-file.ts'

test('a partial file of a killed renderer is removed once no renderer can still be writing it', async () => {
  const temporary = await mkdtemp(path.join(tmpdir(), 'run-files-'))
  onTestFinished(() => rm(temporary, { recursive: true }))
  const [old, young] = [path.join(temporary, 'run-file-old'), path.join(temporary, 'run-file-young')]
  for (const one of [old, young]) await mkdir(one)
  await writeFile(path.join(old, 'merged.pdf'), 'half')
  const hourAgo = new Date(new Date().getTime() - 3_600_000)
  await utimes(old, hourAgo, hourAgo)
  await removeLeftovers(temporary)
  expect(await readdir(temporary)).toEqual(['run-file-young'])
})
