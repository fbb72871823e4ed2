import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { InjectOptions } from 'fastify'

/** A curl that prints its arguments, each terminated by NUL. */
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

/** The code blocks of a guide in one language, in order. */
export function guideBlocks(name: string, language: string): string[] {
  const file = new URL(`../guides/${name}.md`, import.meta.resolve('@app/api-reference'))
  const blocks = readFileSync(file, 'utf8').matchAll(/^```(\w+)\n(.*?)^```/gms)
  return [...blocks].filter(([, one]) => one === language).map(([, , block = '']) => block)
}

/** The requests of a guide in order, as a shell expands them with these variables. */
export function guideRequests(name: string): ((variables: Record<string, string>) => InjectOptions)[] {
  return guideBlocks(name, 'sh').map((block) => (variables) => {
    const { stdout } = spawnSync('sh', ['-c', `${curl}\n${block}`], { env: variables, encoding: 'utf8' })
    return requestOf(stdout.split('\0').slice(0, -1))
  })
}
