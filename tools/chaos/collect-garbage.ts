import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into every process of the test environment. On SIGUSR2 it collects garbage and writes down how many bytes are
// still reachable. A heap grows as long as there is room, so its resident size says nothing about leaks.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  const file = `${process.env['CHAOS_FOLDER']}/held-${process.pid}`
  writeFileSync(`${file}.part`, String(heapUsed + external))
  renameSync(`${file}.part`, file)
})
