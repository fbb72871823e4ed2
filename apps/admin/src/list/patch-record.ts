import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Keyed = { id: string }
type ListAnswer = { data: Keyed[] }

/** Puts a record, as the server answered it, into every loaded list under this key, so that nothing jumps back. */
export function patchRecord(queryClient: QueryClient, listKey: QueryKey, record: Keyed): void {
  const replaced = (answer: ListAnswer) => ({
    ...answer,
    data: answer.data.map((item) => (item.id === record.id ? record : item)),
  })
  queryClient.setQueriesData<ListAnswer>({ queryKey: listKey }, (answer) => answer && replaced(answer))
}
