import { createLeadView, getListLeadViewsQueryKey, type LeadView, updateLeadView } from '@app/api-client'
import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fieldErrors } from '../../layout/field-errors.ts'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import { useKeptDraft } from '../../session/use-kept-draft.tsx'
import styles from './ViewDialog.module.css'
import { toViewInput, type ViewForm, viewForm, viewRules } from './view-form.ts'

type Props = {
  /** Absent for a new one. */
  view?: LeadView | undefined
  /** The filters of a new one. */
  query: string
  onSaved: (view: LeadView) => void
  onClose: () => void
}

/** Names a view and shares it. The filters of a view that is there already stay what they are. */
export function ViewDialog({ view, query, onSaved, onClose }: Props) {
  const queryClient = useQueryClient()
  const form = useForm<ViewForm>({ initialValues: viewForm(view), validate: viewRules })
  const draft = useKeptDraft(form, `view ${view?.id ?? 'new'}`, { onClose })
  const write = useOneSuccess()
  const reload = () => queryClient.invalidateQueries({ queryKey: getListLeadViewsQueryKey() })
  const save = useMutation({
    mutationFn: async (values: ViewForm): Promise<{ data: LeadView }> =>
      view
        ? updateLeadView(view.id, toViewInput(values, view.query), { 'If-Match': `"${view.version}"` })
        : createLeadView(toViewInput(values, query)),
    async onSuccess({ data }) {
      showSaved(view ? 'View updated successfully' : 'View saved successfully')
      await reload()
      onSaved(data)
      draft.close()
    },
    onError(error) {
      form.setErrors(fieldErrors(error))
      showRefusal(error, 'Failed to save view')
      void reload()
    },
  })

  return (
    <FormDialog
      title={view ? 'Edit view' : 'Save view'}
      size="md"
      isDirty={form.isDirty()}
      isSaving={save.isPending}
      draft={draft}
      onSubmit={form.onSubmit((values) => write(() => save.mutateAsync(values)))}
    >
      <TextInput
        label="Name"
        required
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <div>
        <Switch
          label="Shared with everybody"
          aria-describedby="shared-hint"
          {...form.getInputProps('isShared', { type: 'checkbox' })}
        />
        <p id="shared-hint" className={styles.hint}>
          Only you can change it.
        </p>
      </div>
    </FormDialog>
  )
}
