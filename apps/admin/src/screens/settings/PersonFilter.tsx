import { useListStaff } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { firstPage } from '../../list/paging.ts'
import type { UrlState } from '../../list/use-url-state.ts'

/** The account id in the URL. Invalid ids are ignored. */
export const idIn = (url: UrlState, name: string): string | undefined => /^[\da-f-]{36}$/.exec(url.get(name) ?? '')?.[0]

/** Filters a list by one account. */
export function PersonFilter({ label, url }: { label: string; url: UrlState }) {
  const staff = useListStaff()
  return (
    <NativeSelect
      label={label}
      data={[
        { value: '', label: 'Everyone' },
        ...(staff.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={idIn(url, 'person') ?? ''}
      onChange={(event) => url.set({ person: event.currentTarget.value, ...firstPage })}
    />
  )
}
