import { finding, FindingList, type TemplateFindingCode, type FindingDetails } from './finding.ts'

/** A template's text, the places in it, and what was found there. */
export class Source {
  readonly text: string
  readonly findings = new FindingList()
  private readonly lineStarts: number[] = [0]

  constructor(text: string) {
    this.text = text
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lineStarts.push(at + 1)
  }

  /** Line and column of an offset, both from 1. */
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

  report(code: TemplateFindingCode, offset: number, found: string, details: FindingDetails = {}): void {
    this.findings.add(finding(code, found, { ...details, ...this.placeOf(offset) }))
  }
}
