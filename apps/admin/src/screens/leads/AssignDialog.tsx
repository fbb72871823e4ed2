import { type Lead, useGetAuthUser } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { ownerOptions } from '../../leads/owner-options.ts'
import { useOwners } from '../../leads/OwnerName.tsx'
import { type BulkWork, leadsText } from './use-bulk-work.ts'

type Props = { leads: readonly Lead[]; work: BulkWork; onClose: () => void }

/** Gives leads to somebody. */
export function AssignDialog({ leads, work, onClose }: Props) {
  const owners = useOwners()
  const me = useGetAuthUser({ query: { enabled: false } }).data?.data?.id
  // Most leads are taken by whoever reads them.
  const form = useForm({ initialValues: { ownerId: owners.some(({ id }) => id === me) ? (me ?? '') : '' } })
  const submit = ({ ownerId }: { ownerId: string }) => {
    const name = owners.find(({ id }) => id === ownerId)?.name
    const order = {
      ids: leads.map(({ id }) => id),
      change: { ownerId: ownerId || null },
      done: `assigned to ${name ?? 'nobody'}`,
    }
    work.change(order, onClose)
  }
  return (
    <FormDialog
      title={`Assign ${leadsText(leads.length)}`}
      size="md"
      action="Assign"
      isDirty={form.isDirty()}
      isSaving={work.isChanging}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
    >
      <NativeSelect label="Owner" data={ownerOptions(owners, me)} data-autofocus {...form.getInputProps('ownerId')} />
    </FormDialog>
  )
}
