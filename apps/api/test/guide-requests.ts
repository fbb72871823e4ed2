import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { InjectOptions } from 'fastify'

/** Prints its arguments, each with a zero at its end. */
const curl = `curl() { for argument in "$@"; do printf '%s\\0' "$argument"; done; }`

function requestOf(args: readonly string[]): InjectOptions {
  const headers: Record<string, string> = {}
  const request: InjectOptions = { method: 'GET', headers }
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? ''
    const next = args[at + 1] ?? ''
    if (argument === '-H') headers[next.slice(0, next.indexOf(':'))] = next.slice(next.indexOf(':') + 1).trim()
    if (argument === '-X') request.method = next as 'POST'
    if (argument === '-d') Object.assign(request, { payload: next, method: 'POST' })
    if (argument.startsWith('-')) at += 1
    else request.url = new URL(argument).pathname
  }
  return request
}

/** The requests of a guide in their order, as a shell reads them with these variables. */
export function guideRequests(name: string): ((variables: Record<string, string>) => InjectOptions)[] {
  const file = new URL(`../guides/${name}.md`, import.meta.resolve('@app/api-reference'))
  const blocks = [...readFileSync(new URL(file), 'utf8').matchAll(/^```sh\n([^`]*)^```/gm)].map(
    ([, block = '']) => block,
  )
  return blocks.map((block) => (variables) => {
    const { stdout } = spawnSync('sh', ['-c', `${curl}\n${block}`], { env: variables, encoding: 'utf8' })
    return requestOf(stdout.split('\0').slice(0, -1))
  })
}
