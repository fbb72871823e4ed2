import * as Type from 'typebox'

const Fact = Type.Object({ name: Type.String(), value: Type.String() })
/** A line of facts. */
export type Fact = Type.Static<typeof Fact>

/** A message before it is formatted for its channel. Stored, so that every attempt has the same content. */
const Content = Type.Object({
  paragraphs: Type.Array(Type.String()),
  facts: Type.Optional(Type.Array(Fact)),
  /** A page of the staff app. */
  link: Type.Optional(Type.Object({ label: Type.String(), url: Type.String() })),
  replyTo: Type.Optional(Type.Object({ name: Type.String(), address: Type.String() })),
  /** The hash of the request that sent a reply. */
  request: Type.Optional(Type.String()),
  /** The body of a webhook. */
  event: Type.Optional(
    Type.Object({ type: Type.String(), timestamp: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) }),
  ),
})
export type MessageContent = Type.Static<typeof Content>
