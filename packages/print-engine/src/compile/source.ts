import { finding, FindingList, type TemplateFindingCode, type FindingDetails } from './finding.ts'
import { templateLimits } from './limits.ts'

/** Stops parsing a template that takes too much work. */
export class LimitReached extends Error {
  readonly code: TemplateFindingCode
  /** The offset at which parsing stopped. */
  readonly offset: number

  constructor(code: TemplateFindingCode, offset = 0) {
    super(code)
    this.code = code
    this.offset = offset
  }
}

const stepsOfReport = 30

/** A template's text, its line positions, and its findings. */
export class Source {
  readonly text: string
  readonly findings = new FindingList()
  private readonly lineStarts: number[] = [0]
  private steps = 0

  constructor(text: string) {
    this.text = text
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lineStarts.push(at + 1)
  }

  /** Counts the work of parsing the template. @throws {LimitReached} if it exceeds the limit */
  spend(steps: number): void {
    this.steps += steps
    if (this.steps > templateLimits.steps) throw new LimitReached('template_too_complex')
  }

  /** The line and column of an offset, both from 1. */
  placeOf(offset: number): { line: number; column: number } {
    let low = 0
    let high = this.lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 }
  }

  /** @throws {LimitReached} */
  report(code: TemplateFindingCode, offset: number, found: string, details: FindingDetails = {}): void {
    this.spend(stepsOfReport)
    this.findings.add(finding(code, found, { ...details, ...this.placeOf(offset) }))
  }
}
