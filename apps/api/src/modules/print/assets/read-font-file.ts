import type { FontFault, ReadFont } from '@app/print-engine/fonts'
import { limitedProcess, type ProcessLimits, programAt } from '../limited-process.ts'
import { refused } from '../field-fault.ts'

export interface FontJob {
  bytes: Uint8Array
}

export type FontAnswer = { font: ReadFont } | { fault: FontFault }

const defaultLimits: ProcessLimits = { workMs: 5_000, maxMegabytes: 256 }

const tooComplex = () =>
  refused({
    code: 'font_too_large',
    detail: 'The font takes too long to read.',
    found: `more than ${defaultLimits.workMs / 1000} seconds`,
    allowed: `at most ${defaultLimits.workMs / 1000} seconds`,
    remedy: 'Save a subset of the font with the characters that you print.',
  })

/** Reads fonts in a separate process, so a malicious file delays no other request. */
export function fontReader(limits: ProcessLimits = defaultLimits) {
  const read = limitedProcess<FontAnswer>({
    ...limits,
    program: programAt('./font-process', import.meta.url),
    tooMuch: tooComplex,
    busy: 'Too many fonts are being read. Try again in a moment.',
    waiting: 20,
    ofOneCaller: 5,
  })

  /**
   * @param caller the network whose turn is used
   * @throws {ProblemError} 400 for a font that cannot be used for printing, 503 when too many wait
   */
  return async (bytes: Uint8Array, caller: string): Promise<ReadFont> => {
    const answer = await read({ bytes } satisfies FontJob, caller)
    if ('fault' in answer) throw refused(answer.fault)
    return answer.font
  }
}

export const readFontFile = fontReader()
