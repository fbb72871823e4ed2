import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Keyed = { id: string }
type ListAnswer = { data: Keyed[] }

/** Replaces a record in every cached list under this key with the server's answer, so that no value flickers back. */
export function patchRecord(queryClient: QueryClient, listKey: QueryKey, record: Keyed): void {
  const replaced = (answer: ListAnswer) => ({
    ...answer,
    data: answer.data.map((item) => (item.id === record.id ? record : item)),
  })
  queryClient.setQueriesData<ListAnswer>({ queryKey: listKey }, (answer) => answer && replaced(answer))
}
