// @vitest-environment node
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressFiles } from './compress.ts'

test('text and plain fonts get two compressed copies, and compressed fonts get no copy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compress-'))
  try {
    await writeFile(join(folder, 'app.js'), 'const a = 1\n'.repeat(50))
    await writeFile(join(folder, 'print.ttf'), 'font')
    await writeFile(join(folder, 'text.woff2'), 'font')
    await compressFiles(pathToFileURL(`${folder}/`))
    expect((await readdir(folder)).toSorted()).toEqual([
      'app.js',
      'app.js.br',
      'app.js.gz',
      'print.ttf',
      'print.ttf.br',
      'print.ttf.gz',
      'text.woff2',
    ])
    const original = await readFile(join(folder, 'app.js'))
    expect(brotliDecompressSync(await readFile(join(folder, 'app.js.br')))).toEqual(original)
    expect(gunzipSync(await readFile(join(folder, 'app.js.gz')))).toEqual(original)
  } finally {
    await rm(folder, { recursive: true })
  }
})
