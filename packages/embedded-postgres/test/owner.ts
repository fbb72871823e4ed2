import { startPostgres } from '../src/index.ts'

// Run by the tests as a process of its own, to be killed while it owns a server.
const [dataDir = '', throwaway] = process.argv.slice(2)
const server = await startPostgres({ dataDir, throwaway: throwaway === 'throwaway' })
process.stdout.write(`${JSON.stringify({ pid: server.pid, port: server.port })}\n`)
setInterval(() => {}, 1000)
