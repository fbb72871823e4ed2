import { startPostgres } from '../src/index.ts'

// The tests run this as a separate process, to kill it while it owns a server.
const [dataDir = '', throwaway] = process.argv.slice(2)
const server = await startPostgres({ dataDir, throwaway: throwaway === 'throwaway' })
process.stdout.write(`${JSON.stringify({ pid: server.pid, port: server.port, dataDir: server.dataDir })}\n`)
setInterval(() => {}, 1000)
