import { useMutation } from '@tanstack/react-query'
import { reasonOf } from '../layout/ErrorNotice.tsx'
import { showFailure, showSaved } from '../layout/toasts.tsx'
import { useOneAtATime } from '../layout/use-one-at-a-time.ts'

type Keyed = { id: string }

interface BulkWrite<Item extends Keyed> {
  /** One request for all of them, which is whole or not at all. Answers the records that still exist. */
  write: (ids: string[], value: boolean) => Promise<{ data: Item[] }>
  /** `isWhole` is false if some of them no longer exist. */
  onWritten: (records: Item[], isWhole: boolean) => unknown
  /** Says what was done: "40 requests marked as processed". */
  saved: (count: number, value: boolean) => string
  failed: string
}

type Order = { ids: string[]; value: boolean }

/** Sets one flag of several records. Undo sets it back for the same ones. */
export function useBulkWrite<Item extends Keyed>({ write, onWritten, saved, failed }: BulkWrite<Item>) {
  const oneAtATime = useOneAtATime()
  const order = useMutation({
    mutationFn: ({ ids, value }: Order) => write(ids, value),
    onSuccess({ data }, { ids, value }) {
      const undo = () => start({ ids: data.map(({ id }) => id), value: !value })
      const gone = ids.length - data.length
      showSaved(saved(data.length, value), data.length > 0 ? undo : undefined, goneText(gone))
      // Not waited for: Undo works at once, however long a list takes to load.
      void onWritten(data, gone === 0)
    },
    onError: (error) => showFailure(error, failed, `None of them was changed. ${reasonOf(error)}`),
  })
  const start = (what: Order) => oneAtATime(() => order.mutateAsync(what))
  return {
    /** The value that is being written. */
    pending: order.isPending ? order.variables.value : undefined,
    start: (records: readonly Keyed[], value: boolean) => start({ ids: records.map(({ id }) => id), value }),
  }
}

const goneText = (gone: number): string | undefined => {
  if (gone === 0) return undefined
  return gone === 1 ? 'One of them no longer exists.' : `${gone} of them no longer exist.`
}
