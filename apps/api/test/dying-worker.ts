import { openWorker } from './jobs.ts'

// A worker that claims a proof, and is busy with it until it is killed.

const [, , databaseUrl = ''] = process.argv
const { jobs } = await openWorker(databaseUrl)
jobs.work('proof', {
  async run() {
    process.send?.('running')
    await new Promise(() => {})
  },
  async giveUp() {},
})
