import { problemOf } from '@app/api-client'

/** The server's errors for the request body, by field name. */
export function fieldErrors(error: Error): Record<string, string> {
  const named = (problemOf(error)?.errors ?? [])
    .filter((fault) => fault.in === 'body')
    .map(({ pointer, detail }) => [pointer.split('/')[1] ?? '', sentence(detail)])
  return Object.fromEntries(named.filter(([name]) => name))
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
