import { statusOf } from '../components/ErrorNotice.tsx'
import type { Over } from './record-edit.ts'
import type { Answer } from './undo-change.ts'

/** Writes over this version of a record, but not over a later one. */
export const ifMatch = ({ version = 1 }: { version?: number }): { 'If-Match': string } => ({
  'If-Match': `"${version}"`,
})

/** The record that a call returns. Undefined if it no longer exists. */
export const readOrGone = <Item>(call: Promise<{ data: Item }>): Promise<Item | undefined> =>
  call.then(
    ({ data }) => data,
    (error: Error) => {
      if (statusOf(error) === 404) return undefined
      throw error
    },
  )

/** The same for calls that return all records at once. */
export const readFrom =
  <Item extends { id: string }>(list: () => Promise<{ data: Item[] }>) =>
  async (id: string): Promise<Item | undefined> =>
    (await list()).data.find((item) => item.id === id)

/** Creates a record, or replaces this version of it. */
export const sendWhole =
  <Values, Input, Data>(
    inputOf: (values: Values) => Input,
    create: (input: Input) => Promise<Answer<Data>>,
    update: (id: string, input: Input, headers: { 'If-Match': string }) => Promise<Answer<Data>>,
  ) =>
  (values: Values, over: Over<Values> | undefined): Promise<Answer<Data>> =>
    over ? update(over.id, inputOf(values), ifMatch(over)) : create(inputOf(values))

/** Writes the members that differ, if any. */
export const sendDiffering =
  <Values, Change extends object, Data>(
    changeOf: (before: Values, after: Values) => Change,
    write: (id: string, change: Change, headers: { 'If-Match': string }) => Promise<Answer<Data>>,
  ) =>
  (values: Values, over: Over<Values> | undefined): Promise<Answer<Data>> | undefined => {
    const change = over && changeOf(over.values, values)
    return change && Object.keys(change).length > 0 ? write(over.id, change, ifMatch(over)) : undefined
  }
