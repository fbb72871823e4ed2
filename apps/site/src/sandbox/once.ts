const unanswered = new Map<string, string>()

/**
 * Sends a write under one idempotency key until a response arrives, so that a double click or a lost response stores it
 * only once. The API stores nothing for a rejected write, so the next attempt may reuse the key.
 */
export async function once<Answer>(write: unknown, send: (headers: { 'Idempotency-Key': string }) => Promise<Answer>) {
  const name = JSON.stringify(write)
  const key = unanswered.get(name) ?? crypto.randomUUID()
  unanswered.set(name, key)
  const answer = await send({ 'Idempotency-Key': key })
  unanswered.delete(name)
  return answer
}
