import { FontError, readFont } from '@app/print-engine/fonts'
import type { FontAnswer, FontJob } from './read-font-file.ts'

// The program that `read-font-file.ts` starts. It reads one font at a time, and ends with its parent.

function read({ bytes }: FontJob): FontAnswer {
  try {
    return { font: readFont(bytes) }
  } catch (error) {
    if (error instanceof FontError) return { fault: error.fault }
    throw error
  }
}

process.on('message', (job: FontJob) => process.send?.(read(job)))
process.send?.('ready')
