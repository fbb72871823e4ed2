import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into every process of the stage: on SIGUSR2 it gives back what nobody holds any more, so that what is measured
// then is held. Without it a heap grows as long as there is room, and tells nothing.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => {
  collect()
  collect()
})
