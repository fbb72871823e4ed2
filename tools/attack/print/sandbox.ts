import { setTimeout as wait } from 'node:timers/promises'
import type { PrintAsset, PrintTemplate, Proof, SandboxKey } from '@app/contract'
import type { Target } from '../target.ts'

const address = { Name: 'Dana Sample', AddressLine1: '1418 Cedar Ln', City: 'Tulsa', State: 'OK', Zip: '74104' }

/** A postcard of the house, as the documentation proofs it. */
export const housePiece = {
  Front: 'tmpl_spring_front',
  Back: 'tmpl_spring_back',
  Size: '4.25x6',
  PostalClass: 'FirstClass',
  WaitForRender: true,
  DryRun: true,
  VariablePayload: {
    first_name: 'Dana',
    city: 'Tulsa',
    zone: '7a',
    frost_date: 'April 2',
    offer: '$25',
    plan: 'dana-tulsa',
  },
  To: address,
  From: { ...address, Name: 'Your Garden Center' },
}

/** The longest that a proof may take until it is ready or has failed: every attempt of it takes its full time. */
const proofMs = 180_000

/** What a developer can do with a sandbox key, and what anybody can without one. */
export class Sandbox {
  private readonly origin: string
  readonly key: string | undefined

  private constructor(origin: string, key?: string) {
    this.origin = origin
    this.key = key
  }

  static anonymous({ plain }: Target): Sandbox {
    return new Sandbox(plain)
  }

  static async open({ plain }: Target): Promise<Sandbox> {
    const answer = await new Sandbox(plain).send('POST', '/v1/sandbox-keys', {})
    if (answer.status !== 201) throw new Error(`A sandbox key was answered with ${answer.status}`)
    // An answer of the contract.
    const { Key } = (await answer.json()) as SandboxKey
    return new Sandbox(plain, Key)
  }

  /** The same place with a key that was changed or made up. */
  with(key: string): Sandbox {
    return new Sandbox(this.origin, key)
  }

  send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.origin + path, {
      method,
      headers: { ...this.headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  upload(bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
    const headers = { ...this.headers(), 'content-type': 'application/octet-stream' }
    return fetch(`${this.origin}/v1/assets`, { method: 'POST', headers, body: bytes })
  }

  /** The id of an image that was taken. */
  async asset(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    // An answer of the contract.
    return ((await (await this.upload(bytes)).json()) as PrintAsset).Id
  }

  async template(html: string, size = '4.25x6'): Promise<PrintTemplate> {
    const answer = await this.send('POST', '/v1/templates', { Name: 'attack', Size: size, Html: html })
    if (answer.status !== 201) throw new Error(`A template was answered with ${answer.status}`)
    // An answer of the contract.
    return (await answer.json()) as PrintTemplate
  }

  /** Asks for a proof and waits until it is ready or has failed. Nothing when the request is refused. */
  async proof(piece: object): Promise<Proof | undefined> {
    const path = 'Template' in piece && 'Size' in piece && String(piece.Size).startsWith('8') ? 'letters' : 'postcards'
    const answer = await this.send('POST', `/v1/${path}`, piece)
    if (answer.status !== 200 && answer.status !== 202) {
      await answer.body?.cancel()
      return undefined
    }
    // An answer of the contract.
    let proof = (await answer.json()) as Proof
    for (const start = Date.now(); proof.Status === 'rendering'; await wait(500)) {
      if (Date.now() - start > proofMs) throw new Error('A proof was never finished')
      // An answer of the contract.
      proof = (await (await this.send('GET', `/v1/proofs/${proof.Id}`)).json()) as Proof
    }
    return proof
  }

  /** Saves a template and proofs both sides, or all pages, with it. */
  async proofOf(html: string, { size = '4.25x6', values = {} }: { size?: string; values?: object } = {}) {
    const { Id } = await this.template(html, size)
    const { Front: _, Back: __, ...piece } = housePiece
    return this.proof({ ...piece, Template: Id, Size: size, VariablePayload: values })
  }

  private headers(): Record<string, string> {
    return this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }
  }
}

export async function bytesAt(url: string): Promise<Buffer> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`A file of a proof was answered with ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
