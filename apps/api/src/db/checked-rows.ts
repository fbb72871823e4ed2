import type { Static, TObject, TRecord } from 'typebox'
import { Compile } from 'typebox/compile'

/** Keywords that define a value's type. Length and range were checked on input. */
const structural = new Set(['type', 'enum', 'const', 'anyOf', 'items', 'properties', 'patternProperties', 'required'])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema without bounds, patterns, and formats, so that rows stored by an earlier release stay readable. */
function structureOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(structureOf)
  if (!isRecord(schema)) return schema
  const structure: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (!structural.has(keyword)) continue
    const members = /properties$/i.test(keyword) && isRecord(value) ? Object.entries(value) : undefined
    structure[keyword] = members
      ? Object.fromEntries(members.map(([name, member]) => [name, structureOf(member)]))
      : structureOf(value)
  }
  return structure
}

interface Shape {
  fits: (row: unknown) => boolean
  faultOf: (row: unknown) => string
  /** Optional members that cannot be null: a null column is omitted. */
  omitted: ReadonlySet<string>
}

type RowSchema = TObject | TRecord

function compile(schema: RowSchema): Shape {
  const validator = Compile(Object(structureOf(schema)))
  const properties = 'properties' in schema ? schema.properties : {}
  const required: readonly string[] = 'required' in schema ? schema.required : []
  return {
    fits: (row) => validator.Check(row),
    faultOf(row) {
      const [first] = validator.Errors(row)
      return first ? `${first.instancePath || '/'} ${first.message}` : 'not an object'
    },
    omitted: new Set(
      Object.entries(properties)
        .filter(([name, member]) => !required.includes(name) && !Compile(Object(structureOf(member))).Check(null))
        .map(([name]) => name),
    ),
  }
}

const shapes = new WeakMap<RowSchema, Shape>()

function shapeOf(schema: RowSchema): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const shape = compile(schema)
  shapes.set(schema, shape)
  return shape
}

/** Returns a copy, because deleting members from the driver's object takes three times as long. */
function withoutNulls(row: Record<string, unknown>, omitted: ReadonlySet<string>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) if (value !== null || !omitted.has(name)) kept[name] = value
  return kept
}

/**
 * The only place where rows of the `sql` tag get a type: the schema's, after checking each row. Optional members are
 * omitted when their column is null.
 * @throws {Error} naming the invalid member, never its value
 */
export function checkedRows<Schema extends RowSchema>(schema: Schema): (rows: unknown) => Static<Schema>[] {
  const { fits, faultOf, omitted } = shapeOf(schema)
  const isRow = (row: unknown): row is Static<Schema> => fits(row)
  return (rows) => {
    if (!Array.isArray(rows)) throw new TypeError('A query did not return rows')
    return rows.map((found: unknown) => {
      const row = omitted.size > 0 && isRecord(found) ? withoutNulls(found, omitted) : found
      if (!isRow(row)) throw new TypeError(`A row is not as its schema says: ${faultOf(row)}`)
      return row
    })
  }
}
