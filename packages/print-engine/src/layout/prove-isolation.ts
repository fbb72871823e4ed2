import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { once } from 'node:events'
import { errors, type Page } from 'playwright-core'
import { factsOf, networkOf, type ProcessFacts, processTree } from './processes.ts'

/**
 * Verifies from outside that the isolation is complete. The machine may not grant everything that the script requested.
 * @throws {Error} that describes the gap
 */
export async function proveIsolation(page: Page, startedProcess: number): Promise<void> {
  await page.setContent('<p>a')
  const facts = await Promise.all((await processTree(startedProcess)).map(factsOf))
  await checkProcesses(facts.filter((fact) => fact !== undefined))
  await checkSilence((address) => page.goto(address, { timeout: 30_000 }))
}

async function checkProcesses(started: readonly ProcessFacts[]): Promise<void> {
  const typed = started.filter(({ command }) => command.includes(' --type='))
  const main = started.find(({ id }) =>
    typed.some(({ parent }) => parent === id && !typed.some((one) => one.id === id)),
  )
  const renderers = typed.filter(({ command }) => command.includes(' --type=renderer '))
  if (!main || renderers.length === 0) throw new Error('the processes of the browser cannot be seen')
  if (renderers.some(({ seccomp }) => seccomp !== 2)) throw new Error("the browser's sandbox is off")
  const own = await networkOf('self')
  for (const { network, user } of [main, ...typed]) {
    if (network === own) throw new Error('the browser shares the network of this machine')
    if (user === 0) throw new Error('the browser runs as root')
  }
  // The first line is the heading.
  const routes = (await readFile(`/proc/${main.id}/net/route`, 'utf8')).trim().split('\n').slice(1)
  if (routes.length > 0) throw new Error("the browser's network has a way out")
}

/** Verifies that no request of the browser arrives, while our own does. */
async function checkSilence(visit: (address: string) => Promise<unknown>): Promise<void> {
  const callers: (number | undefined)[] = []
  const server = createServer((socket) => {
    callers.push(socket.remotePort)
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    // A listening TCP server has an address with a port.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const { port } = server.address() as AddressInfo
    const answered = await visit(`http://127.0.0.1:${port}/`).then(
      () => true,
      (error: unknown) => {
        // A starved browser has not tried.
        if (error instanceof errors.TimeoutError) throw error
        return false
      },
    )
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const own = socket.localPort
    await once(socket, 'close')
    if (answered || callers.length !== 1 || callers[0] !== own) throw new Error('the browser reaches this machine')
  } finally {
    server.close()
  }
}
