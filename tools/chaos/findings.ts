/** What one fault showed: each claim and whether it held, and figures for the reader. */
export class Findings {
  readonly broken: string[] = []
  readonly figures: string[] = []

  holds(claim: string, isTrue: boolean): void {
    if (!isTrue) this.broken.push(claim)
  }

  figure(text: string): void {
    this.figures.push(text)
  }
}
