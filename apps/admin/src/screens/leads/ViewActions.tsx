import { createLeadView, deleteLeadView, type LeadView, listLeadViews, updateLeadView } from '@app/api-client'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { ifMatch, readFrom, useRecordEdit } from '../../edit/use-record-edit.tsx'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { showFailure } from '../../components/toasts.tsx'
import { type UrlState, useEdited } from '../../list/use-url-state.ts'
import { useIsOwner } from '../../session/use-staff.ts'
import { readQuery, viewQuery } from '../../leads/lead-list-filter.ts'
import { presets, savedAt } from './lead-list-views.ts'
import { isTooLong, toViewInput, valueText, viewForm, viewLabels, viewRules } from './view-form.ts'
import { HintedSwitch } from '../../components/HintedSwitch.tsx'

type Dialog = { name: 'save' | 'edit' | 'delete'; id?: string }

/** Saves the filters in the URL as a view, and edits or deletes the current view. */
export function ViewActions({ url, saved }: { url: UrlState; saved: readonly LeadView[] }) {
  const isOwner = useIsOwner()
  const [dialog, setDialog] = useState<Dialog>()
  const view = savedAt(url, saved)
  const query = viewQuery(url)
  const isChanged = view !== undefined && viewQuery(readQuery(view.query)) !== query
  const isPreset = presets.some((preset) => preset.query === query)

  const update = useWrite({
    kind: 'lead_views',
    what: 'view',
    send: (changed: LeadView) => updateLeadView(changed.id, toViewInput({ ...changed, query }), ifMatch(changed)),
    saved: 'View updated successfully',
    undone: 'View updated successfully',
    failed: 'Failed to save view',
  })
  const ifShort = (save: () => void) => () =>
    isTooLong(query)
      ? showFailure(new Error('too long'), 'Failed to save view', 'There are too many filters. Remove some of them.')
      : save()
  const close = () => setDialog(undefined)
  const chosen = useEdited(saved, dialog?.id)

  return (
    <>
      {view?.isOwn && isChanged && (
        <Button variant="default" loading={update.isPending} onClick={ifShort(() => update.start(view))}>
          Save changes
        </Button>
      )}
      {query !== '' && !isPreset && (!view || isChanged) && (
        <Button variant="default" onClick={ifShort(() => setDialog({ name: 'save' }))}>
          {view ? 'Save as new view' : 'Save view'}
        </Button>
      )}
      {view?.isOwn && !isChanged && (
        <Button variant="default" onClick={() => setDialog({ name: 'edit', id: view.id })}>
          Edit view
        </Button>
      )}
      {view && !isChanged && (view.isOwn || isOwner) && (
        <Button variant="default" onClick={() => setDialog({ name: 'delete', id: view.id })}>
          Delete view
        </Button>
      )}
      {dialog && dialog.name !== 'delete' && (
        <ViewDialog view={chosen} query={query} onSaved={({ id }) => url.set({ view: id })} onClose={close} />
      )}
      {dialog?.name === 'delete' && chosen && (
        <DeleteView view={chosen} onDeleted={() => url.set({ view: undefined })} onClose={close} />
      )}
    </>
  )
}

type DeleteProps = { view: LeadView; onDeleted: () => void; onClose: () => void }

/** Requires confirmation to delete a view, because others may use it. */
const DeleteView = ({ view, onDeleted, onClose }: DeleteProps) => (
  <ConfirmWrite
    title="Delete view"
    action="Delete"
    kind="lead_views"
    what="view"
    send={() => deleteLeadView(view.id)}
    saved="View deleted successfully"
    undone="View restored"
    failed="Failed to delete view"
    onGone={onDeleted}
    onClose={onClose}
  >
    Are you sure you want to delete the view “<bdi>{view.name}</bdi>”? {view.isShared && 'It is removed for everyone. '}
    The leads are not affected.
  </ConfirmWrite>
)

type DialogProps = {
  /** Absent for a new view. */
  view?: LeadView | undefined
  /** The filters of a new view. */
  query: string
  onSaved: (view: LeadView) => void
  onClose: () => void
}

/** Names and shares a view. The filters of an existing view don't change. */
function ViewDialog({ view, query, onSaved, onClose }: DialogProps) {
  const { form, dialog } = useRecordEdit({
    what: 'view',
    kind: 'lead_views',
    record: view,
    valuesOf: viewForm,
    rules: viewRules,
    send: (values, over) =>
      over
        ? updateLeadView(over.id, toViewInput(values), ifMatch(over))
        : createLeadView(toViewInput({ ...values, query })),
    read: readFrom(() => listLeadViews()),
    create: { saved: 'View saved successfully', failed: 'Failed to save view' },
    update: { saved: 'View updated successfully', failed: 'Failed to save view' },
    labels: viewLabels,
    valueText,
    onSaved,
    onClose,
  })

  return (
    <FormDialog title={view ? 'Edit view' : 'Save view'} size="md" {...dialog}>
      <TextInput
        label="Name"
        required
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <HintedSwitch
        label="Shared with everyone"
        hint="Only you can change it."
        {...form.getInputProps('isShared', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
