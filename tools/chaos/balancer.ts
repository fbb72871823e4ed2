import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

export const hasBalancer = spawnSync('haproxy', ['-v']).status === 0

export interface Balancer {
  stop: () => Promise<void>
}

/** haproxy, set up as docs/operations.md describes a load balancer: it checks readiness and retries what is safe. */
export async function startBalancer(folder: string, port: number, targets: number[]): Promise<Balancer> {
  const file = path.join(folder, 'haproxy.cfg')
  const servers = targets.map((target) => `  server api-${target} 127.0.0.1:${target}`).join('\n')
  writeFileSync(
    file,
    `global
  maxconn 4000
defaults
  mode http
  # Whoever waits for a proof is answered within 10 s, and a moment for the way.
  timeout connect 1s
  timeout client 60s
  timeout http-request 10s
  timeout server 15s
  timeout check 2s
  retries 3
  option redispatch 1
frontend front
  bind 127.0.0.1:${port}
  default_backend apis
backend apis
  option httpchk GET /readyz
  # A read may be retried; a write only if its connection was never established.
  retry-on conn-failure empty-response response-timeout
  http-request disable-l7-retry unless METH_GET
  http-request set-header X-Forwarded-For %[src]
  default-server check inter 500ms fall 3 rise 1
${servers}
`,
  )
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  return {
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
