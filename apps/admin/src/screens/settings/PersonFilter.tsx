import { useListStaff } from '@app/api-client'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import type { UrlState } from '../../list/use-url-state.ts'

/** The account id in the URL. Invalid ids are ignored. */
export const idIn = (url: UrlState, name: string): string | undefined => /^[\da-f-]{36}$/.exec(url.get(name) ?? '')?.[0]

/** Filters a list by one account. */
export function PersonFilter({ label, url }: { label: string; url: UrlState }) {
  const staff = useListStaff()
  const people = (staff.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <FilterSelect url={url} name="person" label={label} all="Everyone" options={people} />
}
