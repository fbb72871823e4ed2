import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf, statusOf } from '../layout/ErrorNotice.tsx'
import { showFailure, showSaved } from '../layout/toasts.tsx'
import { useOneAtATime } from '../layout/use-one-at-a-time.ts'
import { patchRecord } from './patch-record.ts'

type Keyed = { id: string }

interface BulkWrite {
  /** The list of the records, and other queries that a write changes. */
  listKey: QueryKey
  otherKeys?: QueryKey[]
  write: (id: string, value: boolean) => Promise<{ data: Keyed }>
  saved: string
  failed: string
  /** Says what was not done: "Not hidden." */
  notDone: (value: boolean) => string
}

type Order = { ids: string[]; value: boolean }

const nobody: ReadonlyMap<string, string> = new Map()

/**
 * Sets one flag of several records, one after the other, so that each failure belongs to a record. What succeeded stays;
 * if everything succeeded, it can be undone.
 */
export function useBulkWrite({ listKey, otherKeys = [], write, saved, failed, notDone }: BulkWrite) {
  const queryClient = useQueryClient()
  const oneAtATime = useOneAtATime()
  const [failures, setFailures] = useState(nobody)

  const order = useMutation({
    async mutationFn({ ids, value }: Order) {
      const errors = new Map<string, Error>()
      for (const id of ids) {
        try {
          const { data } = await write(id, value)
          patchRecord(queryClient, listKey, data)
        } catch (error) {
          const failure = error instanceof Error ? error : new Error(String(error))
          // With a lost session every write fails, and it has its own toast.
          if (statusOf(failure) === 401) throw failure
          errors.set(id, failure)
        }
      }
      return errors
    },
    onMutate: () => setFailures(nobody),
    onSuccess(errors, { ids, value }) {
      setFailures(new Map([...errors].map(([id, error]) => [id, `${notDone(value)} ${reasonOf(error)}`])))
      const [first] = errors.values()
      if (!first) return showSaved(saved, () => start({ ids, value: !value }))
      showFailure(first, failed, `${errors.size} of ${ids.length} could not be updated; each says why.`)
    },
    onSettled: () =>
      Promise.all([listKey, ...otherKeys].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  const start = (what: Order) => oneAtATime(() => order.mutateAsync(what))
  return {
    /** Why a record failed, by its id. */
    failures,
    /** The value that is being written. */
    pending: order.isPending ? order.variables.value : undefined,
    start: (records: readonly Keyed[], value: boolean) => start({ ids: records.map(({ id }) => id), value }),
  }
}
