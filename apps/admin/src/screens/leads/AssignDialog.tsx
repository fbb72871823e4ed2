import { type Lead, type LeadOwner, useGetAuthUser, useListLeadOwners } from '@app/api-client'
import { Modal, NativeSelect, Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ErrorNotice } from '../../layout/ErrorNotice.tsx'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { plainTitleBar } from '../../layout/title-bar.ts'
import { ownerOptions } from '../../leads/owner-options.ts'
import { useKeptDraft } from '../../session/use-kept-draft.tsx'
import { type BulkWork, leadsText } from './use-bulk-work.ts'

type Props = { leads: readonly Lead[]; work: BulkWork; onClose: () => void }

const titleOf = (leads: readonly Lead[]) => `Assign ${leadsText(leads.length)}`

/** Gives leads to somebody, once it is known to whom they can be given. */
export function AssignDialog({ leads, work, onClose }: Props) {
  const owners = useListLeadOwners()
  if (owners.data) return <AssignForm owners={owners.data.data} leads={leads} work={work} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={titleOf(leads)}
      size="md"
      closeButtonProps={{ 'aria-label': 'Close dialog' }}
      attributes={plainTitleBar}
    >
      {owners.isError ? (
        <ErrorNotice
          title="The accounts could not be loaded"
          error={owners.error}
          onRetry={() => void owners.refetch()}
          isRetrying={owners.isFetching}
        />
      ) : (
        <Skeleton height={60} radius="md" role="status" aria-label="Loading" />
      )}
    </Modal>
  )
}

function AssignForm({ owners, leads, work, onClose }: Props & { owners: readonly LeadOwner[] }) {
  const me = useGetAuthUser({ query: { enabled: false } }).data?.data?.id
  // Most leads are taken by whoever reads them.
  const form = useForm({ initialValues: { ownerId: owners.some(({ id }) => id === me) ? (me ?? '') : '' } })
  const ids = leads.map(({ id }) => id)
  const draft = useKeptDraft(form, `owner of ${ids.join()}`, { onClose })
  const submit = ({ ownerId }: { ownerId: string }) => {
    const name = owners.find(({ id }) => id === ownerId)?.name
    const order = {
      ids,
      change: { ownerId: ownerId || null },
      done: `assigned to ${name ?? 'nobody'}`,
    }
    work.change(order, draft.close)
  }
  return (
    <FormDialog
      title={titleOf(leads)}
      size="md"
      action="Assign"
      isDirty={form.isDirty()}
      isSaving={work.isChanging}
      draft={draft}
      onSubmit={form.onSubmit(submit)}
    >
      <NativeSelect label="Owner" data={ownerOptions(owners, me)} data-autofocus {...form.getInputProps('ownerId')} />
    </FormDialog>
  )
}
