/** The reference's description of a code of problem documents. Text is Markdown. */
export interface DescribedCode {
  status: number
  /** When a caller gets it. */
  meaning: string
  remedy: string
}
