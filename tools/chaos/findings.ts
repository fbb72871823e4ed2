/** The result of one fault: its failures, and figures for the reader. */
export class Findings {
  readonly failures: string[] = []
  readonly figures: string[] = []

  failUnless(isFine: boolean, failure: string): void {
    if (!isFine) this.failures.push(failure)
  }

  figure(text: string): void {
    this.figures.push(text)
  }
}
