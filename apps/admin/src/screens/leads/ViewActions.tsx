import { getListLeadViewsQueryKey, type LeadView, updateLeadView } from '@app/api-client'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { undoEdit } from '../../layout/undo-edit.ts'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import type { UrlState } from '../../list/use-url-state.ts'
import { useIsOwner } from '../../session/use-is-owner.ts'
import { DeleteView } from './DeleteView.tsx'
import { readQuery, viewQuery } from './desk-filter.ts'
import { presets, savedAt } from './desk-views.ts'
import { isTooLong, toViewInput } from './view-form.ts'
import { ViewDialog } from './ViewDialog.tsx'

type Dialog = { name: 'save' | 'edit' | 'delete'; view?: LeadView | undefined }

/** Saves the filters of the address as a view, and changes the one that is shown. */
export function ViewActions({ url, saved }: { url: UrlState; saved: readonly LeadView[] }) {
  const isOwner = useIsOwner()
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<Dialog>()
  const view = savedAt(url, saved)
  const query = viewQuery(url)
  const isChanged = view !== undefined && viewQuery(readQuery(view.query)) !== query
  const isPreset = presets.some((preset) => preset.query === query)

  const oneAtATime = useOneAtATime()
  const keys = [getListLeadViewsQueryKey()]
  const update = useMutation({
    mutationFn: (changed: LeadView) =>
      updateLeadView(changed.id, toViewInput(changed, query), { 'If-Match': `"${changed.version}"` }),
    onSuccess({ data }, { query: before }) {
      const write = () => updateLeadView(data.id, toViewInput(data, before), { 'If-Match': `"${data.version}"` })
      showSaved(
        'View updated successfully',
        undoEdit(queryClient, { write, keys, saved: 'View updated successfully', failed: 'Failed to save view' }),
      )
    },
    onError: (error) => showRefusal(error, 'Failed to save view'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: getListLeadViewsQueryKey() }),
  })
  const ifShort = (save: () => void) => () =>
    isTooLong(query)
      ? showFailure(new Error('too long'), 'Failed to save view', 'Its filters are too long. Remove some of them.')
      : save()
  const close = () => setDialog(undefined)

  return (
    <>
      {view?.isOwn && isChanged && (
        <Button
          variant="default"
          loading={update.isPending}
          onClick={ifShort(() => oneAtATime(() => update.mutateAsync(view)))}
        >
          Save changes
        </Button>
      )}
      {query !== '' && !isPreset && (!view || isChanged) && (
        <Button variant="default" onClick={ifShort(() => setDialog({ name: 'save' }))}>
          {view ? 'Save as new view' : 'Save view'}
        </Button>
      )}
      {view?.isOwn && !isChanged && (
        <Button variant="default" onClick={() => setDialog({ name: 'edit', view })}>
          Edit view
        </Button>
      )}
      {view && !isChanged && (view.isOwn || isOwner) && (
        <Button variant="default" onClick={() => setDialog({ name: 'delete', view })}>
          Delete view
        </Button>
      )}
      {dialog && dialog.name !== 'delete' && (
        <ViewDialog view={dialog.view} query={query} onSaved={({ id }) => url.set({ view: id })} onClose={close} />
      )}
      {dialog?.name === 'delete' && dialog.view && (
        <DeleteView view={dialog.view} onDeleted={() => url.set({ view: undefined })} onClose={close} />
      )}
    </>
  )
}
