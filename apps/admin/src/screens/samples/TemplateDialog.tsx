import {
  getListSampleTemplatesQueryKey,
  listSampleTemplates,
  type SampleTemplate,
  useCreateSampleTemplate,
  useUpdateSampleTemplate,
} from '@app/api-client'
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { statusOf } from '../../layout/ErrorNotice.tsx'
import { fieldErrors } from '../../layout/field-errors.ts'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { StaleNotice } from '../../layout/StaleNotice.tsx'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { useConflict } from '../../layout/use-conflict.ts'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import {
  fieldText,
  type TemplateForm,
  templateForm,
  templateRules,
  templateTypes,
  toTemplateInput,
  valueText,
  wholeList,
} from './template-form.ts'
import styles from './TemplateDialog.module.css'

const typeOptions = [{ value: '', label: 'Choose a type', disabled: true }, ...templateTypes]

/** Creates a template, or edits the one it is given. */
export function TemplateDialog({ template, onClose }: { template?: SampleTemplate | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<TemplateForm>({ initialValues: templateForm(template), validate: templateRules })
  /** The version of the record that the form is based on. */
  const [version, setVersion] = useKeptDraft(form, template?.version)

  const answers = (success: string) => ({
    onSuccess() {
      showSaved(success)
      onClose()
    },
    onError(error: Error) {
      form.setErrors(fieldErrors(error))
      if (statusOf(error) === 412) conflict.open()
      else showFailure(error, 'Failed to save template')
    },
  })
  const create = useCreateSampleTemplate({ mutation: answers('Template created successfully') })
  const update = useUpdateSampleTemplate({ mutation: answers('Template updated successfully') })

  const load = async () => {
    const { data } = await queryClient.fetchQuery({
      queryKey: getListSampleTemplatesQueryKey(wholeList),
      queryFn: ({ signal }) => listSampleTemplates(wholeList, { signal }),
      staleTime: 0,
    })
    const stored = data.find(({ id }) => id === template?.id)
    return stored && { version: stored.version, values: templateForm(stored) }
  }
  const conflict = useConflict({ form, load, setVersion, onGone: onClose })

  const write = useOneSuccess()
  /** `basis` is the only stored version that may be overwritten. */
  const save = (basis: number | undefined) => {
    const data = toTemplateInput(form.values)
    if (!template) return write(() => create.mutateAsync({ data }))
    write(() => update.mutateAsync({ id: template.id, data, ...(basis && { headers: { 'If-Match': `"${basis}"` } }) }))
  }

  return (
    <FormDialog
      title={template ? 'Edit Template' : 'Create New Template'}
      isDirty={form.isDirty()}
      isSaving={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(() => save(version))}
    >
      {conflict.isOpen && (
        <StaleNotice
          what="template"
          conflict={conflict}
          fieldText={fieldText}
          valueText={valueText}
          isSaving={update.isPending}
          onOverwrite={save}
        />
      )}
      <TextInput label="Name" required maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect label="Type" required data={typeOptions} {...form.getInputProps('type')} />
      <TextInput
        type="url"
        inputMode="url"
        label="Front image URL"
        placeholder="https://"
        maxLength={2000}
        {...form.getInputProps('frontImageUrl')}
      />
      <TextInput
        type="url"
        inputMode="url"
        label="Back image URL"
        placeholder="https://"
        maxLength={2000}
        {...form.getInputProps('backImageUrl')}
      />
      <Textarea label="Description" rows={4} maxLength={5000} {...form.getInputProps('description')} />
      <div>
        <Switch label="Active" aria-describedby="active-hint" {...form.getInputProps('active', { type: 'checkbox' })} />
        <p id="active-hint" className={styles.hint}>
          Active templates are offered on the site.
        </p>
      </div>
    </FormDialog>
  )
}
