import { useListLeadOwners } from '@app/api-client'
import { absent } from '../list/date-text.ts'

/** The accounts that leads can belong to: they change rarely, and live events tell. */
export const useOwners = () => useListLeadOwners().data?.data ?? []

/** Who works on a lead. */
export function OwnerName({ id }: { id: string | null | undefined }) {
  const owners = useOwners()
  return <span dir="auto">{id ? (owners.find((owner) => owner.id === id)?.name ?? '…') : absent}</span>
}
