import { useRef } from 'react'

/**
 * Returns a key for each distinct body. A request that is repeated because its response was lost has the same key, so
 * that nothing is created twice.
 */
export function useIdempotencyKey(): (body: object) => { 'Idempotency-Key': string } {
  const sent = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() }
    return { 'Idempotency-Key': sent.current.key }
  }
}
