/** Readers of the reference: customers of the print API, or staff and integrators of the full API. */
export type Audience = 'customers' | 'integrators'

/** A part of the reference that is not about an operation. All text is Markdown. */
export interface Section {
  /** Unique; part of its address. */
  tag: string
  title: string
  text: string
  /** Each has an entry in the contents and in the search. */
  parts: readonly { title: string; text: string }[]
}
