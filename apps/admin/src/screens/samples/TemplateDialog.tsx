import { createSampleTemplate, listSampleTemplates, type SampleTemplate, updateSampleTemplate } from '@app/api-client'
import { optionsOf } from '@app/labels'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { HintedSwitch } from '../../components/HintedSwitch.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { readFrom, sendWhole, useRecordEdit } from '../../edit/use-record-edit.tsx'
import {
  templateForm,
  templateLabels,
  templateRules,
  templateTypeLabels,
  toTemplateInput,
  valueText,
  wholeList,
} from './template-form.ts'

const typeOptions = [{ value: '', label: 'Choose a type', disabled: true }, ...optionsOf(templateTypeLabels)]

export function TemplateDialog({ template, onClose }: { template?: SampleTemplate | undefined; onClose: () => void }) {
  const { form, dialog } = useRecordEdit({
    what: 'template',
    kind: 'sample_templates',
    record: template,
    valuesOf: templateForm,
    rules: templateRules,
    inputOf: toTemplateInput,
    send: sendWhole(toTemplateInput, createSampleTemplate, updateSampleTemplate),
    read: readFrom(() => listSampleTemplates(wholeList)),
    create: { saved: 'Template created successfully', failed: 'Failed to save template' },
    update: { saved: 'Template updated successfully', failed: 'Failed to save template' },
    labels: templateLabels,
    valueText,
    onClose,
  })

  return (
    <FormDialog title={template ? 'Edit Template' : 'Create New Template'} {...dialog}>
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
      <HintedSwitch
        label="Active"
        hint="Active templates are offered on the site."
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
