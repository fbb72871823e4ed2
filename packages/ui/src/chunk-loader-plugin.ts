import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The bundler's name for the module that every dynamic import of the built code goes through. */
const bundlersLoader = '\0vite/preload-helper.js'

/**
 * Puts chunk-loader.ts in the place of the bundler's own loader, whose preloading makes a failed download final: that is
 * the one place where all code is asked for that does not come with the page.
 */
export const chunkLoader = (): Plugin => ({
  name: 'chunk-loader',
  enforce: 'pre',
  apply: 'build',
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        // The bundler names no files for a chunk that consists of one: the loader must know that one too.
        resolveDependencies: (file, dependencies, { hostType }) =>
          hostType === 'js' && dependencies.length === 0 ? [file] : dependencies,
      },
    },
  }),
  resolveId: (source) =>
    source === bundlersLoader ? fileURLToPath(new URL('./chunk-loader.ts', import.meta.url)) : null,
})
