/** A response to a write that takes an Idempotency-Key. `isNew` is false when an earlier request got the same response. */
export const replayable = <Body>(body: Body, isNew: boolean) => ({
  body,
  headers: { 'Idempotent-Replayed': isNew ? undefined : 'true' },
})
