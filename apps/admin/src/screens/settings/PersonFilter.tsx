import { useListStaff } from '@app/api-client'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import type { UrlState } from '../../list/use-url-state.ts'

/** Filters a list by one account. */
export function PersonFilter({ label, url }: { label: string; url: UrlState }) {
  const staff = useListStaff()
  const people = (staff.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <FilterSelect url={url} name="person" label={label} all="Everyone" options={people} />
}
