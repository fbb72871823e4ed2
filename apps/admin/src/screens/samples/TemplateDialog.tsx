import {
  createSampleTemplate,
  getListSampleTemplatesQueryKey,
  listSampleTemplates,
  type SampleTemplate,
  updateSampleTemplate,
} from '@app/api-client'
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { useEdit } from '../../layout/use-edit.tsx'
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
  const form = useForm<TemplateForm>({ initialValues: templateForm(template), validate: templateRules })
  const edit = useEdit({
    what: 'template',
    form,
    record: template,
    valuesOf: templateForm,
    inputOf: toTemplateInput,
    create: createSampleTemplate,
    update: updateSampleTemplate,
    list: () => listSampleTemplates(wholeList),
    keys: [getListSampleTemplatesQueryKey()],
    texts: {
      created: 'Template created successfully',
      updated: 'Template updated successfully',
      createFailed: 'Failed to save template',
      updateFailed: 'Failed to save template',
    },
    fieldText,
    valueText,
    onClose,
  })

  return (
    <FormDialog
      title={template ? 'Edit Template' : 'Create New Template'}
      isDirty={form.isDirty()}
      isSaving={edit.isSaving}
      draft={edit.draft}
      onSubmit={form.onSubmit(edit.save)}
    >
      {edit.notice}
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
