import { FontError, readFont } from '@app/print-engine/fonts'
import { answerJobs } from '../limited-program.ts'
import type { FontAnswer, FontJob } from './read-font-file.ts'

// The program that `read-font-file.ts` starts.

function read({ bytes }: FontJob): FontAnswer {
  try {
    return { font: readFont(bytes) }
  } catch (error) {
    if (error instanceof FontError) return { fault: error.fault }
    throw error
  }
}

await answerJobs(read)
