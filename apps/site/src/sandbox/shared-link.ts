import { paths } from '../content/paths.ts'
import { type Draft, readDraft } from './draft.ts'

/** What an address may hold: some programs cut longer ones off. */
export const longestLink = 8_000

const mark = '#sandbox='

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const answer = new Response(new Response(bytes).body?.pipeThrough(stream))
  return new Uint8Array(await answer.arrayBuffer())
}

/** Base64 with the characters that an address may hold as they are. */
const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.codePointAt(0) ?? 0)

/**
 * The address under which others see the same sandbox. What it holds stands behind the "#", which browsers send to no
 * server.
 */
export async function linkTo(draft: Draft, origin: string): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(draft))
  return origin + paths.sandbox + mark + toText(await through(json, new CompressionStream('deflate-raw')))
}

/** What a link holds. Undefined when the address holds nothing, or nothing that can be read. */
export async function draftIn(hash: string): Promise<Draft | undefined> {
  if (!hash.startsWith(mark) || hash.length > longestLink) return undefined
  try {
    const bytes = await through(toBytes(hash.slice(mark.length)), new DecompressionStream('deflate-raw'))
    return readDraft(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}
