import { type Json, isObject } from '../document/contract.ts'

export const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text)

const quoted = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`

/** Longer literals are split into one line per member. */
const widest = 60

/** A JSON value as hand-formatted JavaScript. */
export function literal(value: Json | undefined, indent = ''): string {
  if (typeof value === 'string') return quoted(value)
  const isList = Array.isArray(value)
  if (!isList && !isObject(value)) return JSON.stringify(value ?? null)
  const inner = `${indent}  `
  const members = isList
    ? value.map((member) => literal(member, inner))
    : Object.entries(value).map(([name, member]) => `${isName(name) ? name : quoted(name)}: ${literal(member, inner)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (members.length === 0) return open + close
  const oneLine = isList ? `[${members.join(', ')}]` : `{ ${members.join(', ')} }`
  if (oneLine.length + indent.length <= widest && !oneLine.includes('\n')) return oneLine
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`
}
