import { type Lead, type LeadOwner, useListLeadOwners } from '@app/api-client'
import { Modal, NativeSelect, Skeleton } from '@mantine/core'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { countText } from '../../components/figure.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useOwnerOptions } from '../../leads/use-owner-options.ts'
import { useLeadsEdit } from './use-leads-edit.ts'
import { useStaff } from '../../session/use-staff.ts'

type Props = { leads: readonly Lead[]; onClose: () => void }

const titleOf = (leads: readonly Lead[]) => `Assign ${countText(leads.length, 'lead')}`

/** Assigns leads to an account, once the possible owners have loaded. */
export function AssignDialog({ leads, onClose }: Props) {
  const owners = useListLeadOwners()
  if (owners.data) return <AssignForm owners={owners.data.data} leads={leads} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={titleOf(leads)} size="md">
      {owners.isError ? (
        <ErrorNotice title="The accounts could not be loaded" query={owners} />
      ) : (
        <Skeleton height={60} radius="md" role="status" aria-label="Loading" />
      )}
    </Modal>
  )
}

function AssignForm({ owners, leads, onClose }: Props & { owners: readonly LeadOwner[] }) {
  const me = useStaff()?.id
  const { form, dialog } = useLeadsEdit({
    leads,
    what: 'owner',
    // Readers mostly assign leads to themselves.
    valuesOf: () => ({ ownerId: owners.find(({ id }) => id === me)?.id ?? '' }),
    patchOf: ({ ownerId }) => ({ ownerId: ownerId || null }),
    done: ({ ownerId }) => `assigned to ${owners.find(({ id }) => id === ownerId)?.name ?? 'nobody'}`,
    onClose,
  })
  return (
    <FormDialog title={titleOf(leads)} size="md" action="Assign" {...dialog}>
      <NativeSelect label="Owner" data={useOwnerOptions()} data-autofocus {...form.getInputProps('ownerId')} />
    </FormDialog>
  )
}
