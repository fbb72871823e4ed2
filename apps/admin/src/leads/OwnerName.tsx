import { type LeadOwner, useListLeadOwners } from '@app/api-client'
import { absent } from '../components/format.ts'

const none: readonly LeadOwner[] = []

/** The possible owners of leads. They rarely change, and live events refresh them. */
export const useOwners = (isNeeded = true): readonly LeadOwner[] =>
  useListLeadOwners({ query: { enabled: isNeeded } }).data?.data ?? none

type Props = { id: string | null | undefined; owners: readonly LeadOwner[] }

export const OwnerName = ({ id, owners }: Props) => (
  <span dir="auto">{id ? (owners.find((owner) => owner.id === id)?.name ?? '…') : absent}</span>
)
