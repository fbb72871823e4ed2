/** A labeled fact. */
export interface Fact {
  name: string
  value: string
}

/** A message before it is formatted for its channel. Stored, so that every attempt has the same content. */
export interface MessageContent {
  paragraphs: string[]
  facts?: Fact[]
  /** A page of the staff app. */
  link?: { label: string; url: string }
  replyTo?: { name: string; address: string }
  /** The hash of the request that sent a reply. */
  request?: string
  /** The body of a webhook. */
  event?: { type: string; timestamp: string; data: Record<string, unknown> }
}
