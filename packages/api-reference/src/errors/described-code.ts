/** What the reference says about the code of a problem document. Text is Markdown. */
export interface DescribedCode {
  status: number
  /** When a caller gets it. */
  meaning: string
  /** What the caller can do. */
  remedy: string
}
