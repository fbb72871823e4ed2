import { paths } from '../content/paths.ts'
import { type Draft, readDraft } from './draft.ts'

/** Maximum length of a link, in characters. Some programs truncate longer URLs. */
export const maxLinkLength = 8_000

const mark = '#sandbox='

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const output = new Response(new Response(bytes).body?.pipeThrough(stream))
  return new Uint8Array(await output.arrayBuffer())
}

/** Base64 with characters that need no escaping in a URL. */
const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.codePointAt(0) ?? 0)

/** A link that opens this draft elsewhere. The draft is in the fragment, which browsers never send to a server. */
export async function linkTo(draft: Draft, origin: string): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(draft))
  return origin + paths.sandbox + mark + toText(await through(json, new CompressionStream('deflate-raw')))
}

/** The draft in a link. Undefined if there is none, or if it cannot be read. */
export async function draftIn(hash: string): Promise<Draft | undefined> {
  if (!hash.startsWith(mark) || hash.length > maxLinkLength) return undefined
  try {
    const bytes = await through(toBytes(hash.slice(mark.length)), new DecompressionStream('deflate-raw'))
    return readDraft(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}
