/** What one fault showed: what went wrong, and figures for the reader. */
export class Findings {
  readonly failures: string[] = []
  readonly figures: string[] = []

  /** @param failure what went wrong, in words for the report; never what should have happened */
  failUnless(isFine: boolean, failure: string): void {
    if (!isFine) this.failures.push(failure)
  }

  figure(text: string): void {
    this.figures.push(text)
  }
}
