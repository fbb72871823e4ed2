/** The reference's description of a problem code. Text is Markdown. */
export interface DescribedCode {
  status: number
  /** When a caller receives it. */
  meaning: string
  remedy: string
}
