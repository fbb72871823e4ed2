import { useListStaff } from '@app/api-client'
import { FilterSelect } from '../../list/FilterSelect.tsx'

/** Filters a list by one account. */
export function PersonFilter({ label }: { label: string }) {
  const staff = useListStaff()
  const people = (staff.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <FilterSelect name="person" label={label} all="Everyone" options={people} />
}
