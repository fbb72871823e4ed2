import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Checks } from '../attack.ts'
import type { Target } from '../target.ts'
import { bytesAt, housePiece, Sandbox } from './sandbox.ts'

/** A server that hears every connection to this machine, also one over which nothing is said. */
async function openEar() {
  const heard: string[] = []
  const server = createServer((socket) => {
    heard.push(`a connection from ${socket.remoteAddress}`)
    socket.destroy()
  })
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === 'IPv4')
  const hosts = ['localhost', '[::1]', ...own.map((one) => one.address)]
  return { origins: hosts.map((host) => `http://${host}:${address.port}`), heard, close: () => server.close() }
}

/** The print file and the pictures of a proof that somebody without a key asks for. Both are the same each time. */
async function filesOfStranger(target: Target): Promise<string[]> {
  const proof = await Sandbox.anonymous(target).proof(housePiece)
  if (!proof?.PdfUrl) return [`the proof of another caller: ${proof?.Status ?? 'refused'}`]
  const errors = proof.Checks.filter(({ Severity }) => Severity === 'error').map(({ Code }) => Code)
  const files = await Promise.all([proof.PdfUrl, ...proof.Pages.map(({ PngUrl }) => PngUrl)].map(bytesAt))
  return [...errors, ...files.map((file) => file.toString('base64'))]
}

/** How long the API takes to answer while something else is in work. */
async function slowestAnswer(target: Target, isOver: () => boolean): Promise<number> {
  let slowest = 0
  while (!isOver()) {
    const start = performance.now()
    const answer = await fetch(`${target.plain}/api/sample-templates`)
    await answer.arrayBuffer()
    slowest = Math.max(slowest, answer.ok ? performance.now() - start : Infinity)
  }
  return slowest
}

const mostMs = 3000

/**
 * Makes an attack, and looks at what others notice: nothing reaches this machine, the API goes on answering, and the next
 * proof of somebody else has the bytes that it had before.
 */
export async function withoutHarm(
  target: Target,
  checks: Checks,
  work: (sandbox: Sandbox, origins: readonly string[]) => Promise<void>,
): Promise<void> {
  const ear = await openEar()
  try {
    const before = await filesOfStranger(target)
    checks.failUnless(before.length > 1, `before the attack, ${before[0]?.slice(0, 80)}`)
    let isOver = false
    const [slowest] = await Promise.all([
      slowestAnswer(target, () => isOver),
      work(await Sandbox.open(target), ear.origins).finally(() => {
        isOver = true
      }),
    ])
    checks.failUnless(slowest < mostMs, `the API took ${Math.round(slowest)} ms to answer meanwhile`)
    const after = await filesOfStranger(target)
    checks.failUnless(after.join() === before.join(), 'the proof of another caller is another one afterwards')
    checks.failUnless(ear.heard.length === 0, `this machine was reached: ${ear.heard[0]}`)
  } finally {
    ear.close()
  }
}
