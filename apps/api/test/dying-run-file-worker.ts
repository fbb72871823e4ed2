import { folderStore } from '../src/modules/print/files/folder-store.ts'
import { startRunFiles } from '../src/modules/production/rendering/run-file-worker.ts'
import { openWorker } from './jobs.ts'

// A renderer that stops in the middle of a file, and waits there until it is killed.

const [, , databaseUrl = '', folder = ''] = process.argv
const { em, jobs } = await openWorker(databaseUrl)
const store = folderStore(folder)
const log = { info: () => {}, warn: () => {} }
let reads = 0
startRunFiles(em, jobs, {
  log,
  files: {
    ...store,
    async read(hash) {
      reads += 1
      if (reads <= 3) return store.read(hash)
      process.send?.('in the middle')
      return new Promise(() => {})
    },
  },
})
