import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The bundler's name for the module that every dynamic import of the built code goes through. */
const bundlersLoader = '\0vite/preload-helper.js'

/**
 * Replaces the bundler's loader with chunk-loader.ts. Every dynamic import goes through the loader, and the bundler's own
 * preloads chunks in a way that makes a failed download permanent.
 */
export const chunkLoader = (): Plugin => ({
  name: 'chunk-loader',
  enforce: 'pre',
  apply: 'build',
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        // The bundler lists no files for a chunk with a single file, but the loader needs that file.
        resolveDependencies: (file, dependencies, { hostType }) =>
          hostType === 'js' && dependencies.length === 0 ? [file] : dependencies,
      },
    },
  }),
  resolveId: (source) =>
    source === bundlersLoader ? fileURLToPath(new URL('./chunk-loader.ts', import.meta.url)) : null,
})
