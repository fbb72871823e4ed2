import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** WOFF fonts and most images are already compressed. */
const compressible = /\.(?:html|js|css|svg|xml|txt|json|ttf)$/

/** Writes a .br and a .gz copy next to every compressible file, at the highest compression level. */
export async function compressFiles(folder: URL): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const content = await readFile(path)
    const brotli = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }))
    await writeFile(`${path}.br`, brotliCompressSync(content, { params: brotli }))
  }
}
