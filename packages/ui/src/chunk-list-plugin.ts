import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** A built file with the files that it needs at once, and those that it may load later. */
interface Chunk {
  /** The source that it was made for, like src/screens/leads/LeadsScreen.tsx; absent for shared code. */
  source?: string
  isEntry: boolean
  imports: string[]
  dynamicImports: string[]
  styles: string[]
}

/** Writes the list of chunks next to the output folder. From it, .size-limit.mjs derives the files that each page loads. */
export const chunkList = (): Plugin => {
  let root = ''
  let outDir = ''
  return {
    name: 'chunk-list',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      root = config.root
      outDir = path.resolve(root, config.build.outDir)
    },
    writeBundle(_options, bundle) {
      const chunks: Record<string, Chunk> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const { fileName, facadeModuleId, isEntry, imports, dynamicImports, viteMetadata } = chunk
        const source = facadeModuleId ? { source: path.relative(root, facadeModuleId) } : {}
        const styles = [...(viteMetadata?.importedCss ?? [])]
        chunks[fileName] = { ...source, isEntry, imports, dynamicImports, styles }
      }
      writeFileSync(`${outDir}-chunks.json`, JSON.stringify(chunks, null, 2))
    },
  }
}
