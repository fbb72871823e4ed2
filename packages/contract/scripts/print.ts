/** Prints plain values and calls as readable TypeScript. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const isIdentifier = (key: string) => /^[A-Za-z_$][\w$]*$/.test(key)

const quote = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** Entries whose values are already code. Short ones stay on one line. */
export function printObject(entries: readonly (readonly [string, string])[]): string {
  if (entries.length === 0) return '{}'
  const fields = entries.map(([key, code]) => `${isIdentifier(key) ? key : quote(key)}: ${code}`)
  const oneLine = `{ ${fields.join(', ')} }`
  if (oneLine.length <= 100 && !oneLine.includes('\n')) return oneLine
  return `{\n${fields.map((field) => `  ${field.replaceAll('\n', '\n  ')},`).join('\n')}\n}`
}

export function print(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`
  if (value !== null && typeof value === 'object') {
    return printObject(Object.entries(value).map(([key, inner]) => [key, print(inner)]))
  }
  return typeof value === 'string' ? quote(value) : JSON.stringify(value)
}

const saysNothing = (argument: string) => argument === '' || argument === '{}'

/** `Type.Name(a, b)`, without trailing empty arguments. */
export const typeCall = (name: string, ...args: string[]): string =>
  `Type.${name}(${args.slice(0, args.findLastIndex((argument) => !saysNothing(argument)) + 1).join(', ')})`
