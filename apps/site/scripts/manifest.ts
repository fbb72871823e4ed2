import { readFile } from 'node:fs/promises'

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}

export type Manifest = Record<string, Chunk>

export const readManifest = async (out: URL): Promise<Manifest> =>
  // Vite's documentation guarantees this shape.
  JSON.parse(await readFile(new URL('.vite/manifest.json', out), 'utf8')) as Manifest

/** The style sheets of a module and of all its static imports. */
export function assetsOf(manifest: Manifest, module: string, seen = new Set<string>()): string[] {
  const chunk = manifest[module]
  if (!chunk) throw new Error(`the build has no chunk for ${module}`)
  if (seen.has(module)) return []
  seen.add(module)
  const imported = (chunk.imports ?? []).flatMap((key) => assetsOf(manifest, key, seen))
  return [...imported, ...(chunk.css ?? [])]
}

/** The text and display faces, which every page uses. The mono face may load later. */
export const fontsToPreload = (manifest: Manifest): string[] =>
  [...new Set(Object.values(manifest).flatMap(({ assets = [] }) => assets))]
    .filter((file) => file.endsWith('.woff2') && !file.includes('mono'))
    .slice(0, 2)
