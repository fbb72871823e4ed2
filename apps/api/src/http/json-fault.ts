const space = /[ \t\r\n]*/y
const token =
  // oxlint-disable-next-line no-control-regex -- JSON strings contain no control characters.
  /"[^"\\\u0000-\u001F]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001F]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:]/y

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'

const afterValue = (open: readonly string[]): Expected => (open.length > 0 ? 'comma or end' : 'nothing')

/**
 * The tokens allowed after this one. Undefined if this token is not allowed here. `open` is the stack of brackets to
 * close.
 */
function next(found: string, expected: Expected, open: string[]): Expected | undefined {
  const mayBeValue = expected.startsWith('value')
  if (found === open.at(-1) && expected.endsWith('or end')) {
    open.pop()
    return afterValue(open)
  }
  if (found === ':') return expected === 'colon' ? 'value' : undefined
  if (found === ',' && expected === 'comma or end') return open.at(-1) === '}' ? 'name' : 'value'
  if (/[\]},]/.test(found.charAt(0))) return undefined
  if (expected.startsWith('name')) return found.startsWith('"') ? 'colon' : undefined
  if (!mayBeValue) return undefined
  if (found !== '{' && found !== '[') return afterValue(open)
  open.push(found === '{' ? '}' : ']')
  return found === '{' ? 'name or end' : 'value or end'
}

/** The index of the first invalid JSON character, the text's length if it ends too early, or -1 if it is valid. */
function faultAt(text: string): number {
  const open: string[] = []
  let expected: Expected = 'value'
  // A byte order mark is accepted.
  let position = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    space.lastIndex = position
    position += space.exec(text)?.[0].length ?? 0
    if (position === text.length) return expected === 'nothing' ? -1 : position
    token.lastIndex = position
    const found: string | undefined = token.exec(text)?.[0]
    const follows: Expected | undefined = found === undefined ? undefined : next(found, expected, open)
    if (found === undefined || follows === undefined) return position
    expected = follows
    position += found.length
  }
}

/** Describes why and where a body is not valid JSON. The engine's own messages vary, and some name no position. */
export function jsonFault(text: string): string {
  const position = faultAt(text)
  if (position < 0) return 'The body has a field named __proto__ or constructor.prototype, which is not accepted.'
  const lines = text.slice(0, position).split('\n')
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
  if (position === text.length) return `The body is not valid JSON: it ends too early, at ${place}.`
  return `The body is not valid JSON: unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(position) ?? 0))} at ${place}.`
}
