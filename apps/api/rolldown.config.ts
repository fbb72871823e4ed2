import { defineConfig } from 'rolldown'

export default defineConfig({
  input: {
    server: 'src/server.ts',
    cli: 'src/cli.ts',
    worker: 'src/worker.ts',
    renderer: 'src/renderer.ts',
    'press-thread': '../../packages/print-engine/src/check/press-thread.ts',
    'template-process': 'src/modules/print/templates/template-process.ts',
    'font-process': 'src/modules/print/assets/font-process.ts',
    'hash-thread': 'src/modules/staff/hash-thread.ts',
    'watchdog-thread': 'src/errors/watchdog-thread.ts',
  },
  platform: 'node',
  // Workspace packages are TypeScript source and are bundled; registry packages stay outside.
  external: (id, _importer, isResolved) => !isResolved && !/^(\.|\/|@app\/)/.test(id),
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].mjs', sourcemap: true, cleanDir: true },
})
