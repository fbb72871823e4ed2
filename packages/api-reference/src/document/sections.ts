/** Readers of the reference: customers of the print API, or staff and integrators who use the full API. */
export type Audience = 'customers' | 'integrators'

/** A section of the reference that is not about an operation. All text is Markdown. */
export interface Section {
  /** Unique. Part of its URL. */
  tag: string
  title: string
  text: string
  /** Each has an entry in the table of contents and in the search. */
  parts: readonly { title: string; text: string }[]
}
