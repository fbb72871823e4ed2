import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

export const built = {
  cli: path.join(root, 'apps/api/dist/cli.mjs'),
  server: path.join(root, 'apps/api/dist/server.mjs'),
  worker: path.join(root, 'apps/api/dist/worker.mjs'),
  renderer: path.join(root, 'apps/api/dist/renderer.mjs'),
  site: path.join(root, 'apps/site/dist/client'),
  admin: path.join(root, 'apps/admin/dist'),
}

/** The script that `npm start` runs after the build. */
export const startScript = path.join(root, 'tools/start.ts')
