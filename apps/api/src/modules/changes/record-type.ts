import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { LiveEvent, StaffUser, TokenScope } from '@app/contract'
import type { JsonRowOf, RowOf, Fragment } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'

/** The author of a change: a member of staff, or a rule or an operator without an account. */
export interface Actor {
  id: string | null
  name: string
}

/**
 * How a field of a record is stored and recorded. By default, it is an entity property with the same name and value.
 */
export interface Field {
  /** Stored, but kept out of the history. */
  isUnrecorded?: boolean
  /** Recorded, but without a column. */
  isTransient?: boolean
  property?: string
  /** SQL that converts the column to the value. */
  read?: (column: Fragment) => Fragment
  /**
   * Returns the stored value as JSON.
   * @throws {TypeError} for a value of another type
   */
  write?: (value: unknown) => unknown
}

/** A field whose value differs from the stored one. */
interface ConvertedField<Value> extends Field {
  property: string
  '~value'?: Value
}

/** A field whose stored value differs from its value in the state, which has this schema. */
export function converted<Schema extends TSchema, const Property extends string>(
  schema: Schema,
  property: Property,
  read: (column: Fragment) => Fragment,
  write: (value: Static<Schema>) => unknown,
): ConvertedField<Static<Schema>> & { property: Property } {
  const validator = Compile(schema)
  const isValue = (value: unknown): value is Static<Schema> => validator.Check(value)
  return {
    property,
    read,
    write(value) {
      if (!isValue(value)) throw new TypeError(`A value for ${property} does not fit its schema`)
      return write(value)
    },
  }
}

/** A field that exists only in the edit. */
interface TransientField<Value> extends Field {
  isTransient: true
  '~value'?: Value
}

export const edited: Field = {}
/** Set when the record is created. No operation edits it, and Undo of a deletion restores it. */
export const fixed: Field = {}
export const unrecorded: Field = { isUnrecorded: true }
export const transient = <Value>(): TransientField<Value> => ({ isTransient: true })

/** The fields of a record with their values. Their types are derived from the entity. */
export type StateOf<Entity extends EntitySchemaWithMeta, Fields> = {
  [Name in keyof Fields]: Fields[Name] extends ConvertedField<infer Value>
    ? Value
    : Fields[Name] extends TransientField<infer Value>
      ? Value | null
      : Name extends keyof RowOf<Entity>
        ? JsonRowOf<Entity>[Name]
        : never
}

/** Every field is a property of the entity, names its property, or is transient. */
type CheckedFields<Entity extends EntitySchemaWithMeta, Fields> = {
  [Name in keyof Fields]: Name extends keyof RowOf<Entity>
    ? Field
    : (ConvertedField<unknown> & { property: keyof RowOf<Entity> }) | TransientField<unknown>
}

/** One record that is being written, with its row locked. */
export interface Write<State extends object> {
  id: string
  /** Null for a record that is being created or was deleted. */
  before: State | null
  after: State | null
}

/** An edit as passed to the rules of a record type. */
export interface Proposal<State extends object> {
  before: State
  after: State
  /** The fields in the request. */
  patch: Partial<State>
  action: string
  actor: Actor
  /** When the change is made, as ISO text. */
  at: string
  /** JSON pointer to the patch in the request's body, for errors. */
  pointer: string
}

/** The records that a field, or a list in a field, may refer to. */
export interface Reference {
  /** Returns the ids that exist and can be chosen. With `isUndo`, an earlier value may return. */
  find(transaction: EntityManager, ids: readonly string[], isUndo: boolean): Promise<readonly { id: string }[]>
  /** Completes "The field …" in an error. */
  detail: string
}

interface Rules<State extends object> {
  /** The role that every operation on such a record requires, so Undo requires it too. */
  roles: readonly StaffUser['role'][]
  /** The scope that lets a token use these operations. Without a scope, a token cannot undo them. */
  scope?: TokenScope
  /** The record type's name in live events. */
  live: NonNullable<LiveEvent['changed']>
  /** The record's name in lists of changes. */
  nameOf?(state: State): string
  /** True when edits treat the record as missing, for example because it is spam. */
  isHidden?(state: State): boolean
  /** Derives further fields from an edit. @throws {ProblemError} when the edit breaks a rule. */
  settle?(proposal: Proposal<State>): State
  references?: { readonly [Name in keyof State]?: Reference }
  /** Writes related rows in other tables of the module. */
  follow?(transaction: EntityManager, writes: readonly Write<State>[], actor: Actor): Promise<void>
  /** True when this member of staff may delete or recreate the record. By default, everyone with the role may. */
  mayDelete?(staff: StaffUser, state: State): boolean
  /** The maximum number of records, in total or for each value of a field. */
  limit?: { max: number; per?: keyof State & string; detail: string }
  /** True when Undo may delete and recreate the record, because its fields are its complete state. */
  canBeDeleted?: boolean
}

/** The stored fields of a record type, and their table. */
export interface Shape {
  name: string
  /** Used in sentences like "The lead was not found." */
  label: string
  entity: EntitySchemaWithMeta & { tableName: string; properties: { id: unknown; version: unknown } }
  fields: Readonly<Record<string, Field>>
}

export interface RecordType<State extends object> extends Shape, Rules<State> {}

/** Any record type, for code that handles all types alike. */
export type AnyRecordType = RecordType<Record<string, unknown>>

const recordTypes = new Map<string, AnyRecordType>()

/** The record type whose changes are stored under this name. */
export const recordTypeOf = (name: string): AnyRecordType | undefined => recordTypes.get(name)

/**
 * Declares a record type that staff change, so that its changes can be undone. Declare its fields with `satisfies
 * Record<keyof TheInput, Field>`, so that a field added to the contract does not compile until it is stored and
 * recorded.
 */
export function recordType<Entity extends EntitySchemaWithMeta & Shape['entity'], const Fields extends object>(
  declared: { name: string; label: string; entity: Entity; fields: Fields & CheckedFields<Entity, Fields> } & Rules<
    StateOf<Entity, Fields>
  >,
): RecordType<StateOf<Entity, Fields>> {
  recordTypes.set(declared.name, declared)
  return declared
}
