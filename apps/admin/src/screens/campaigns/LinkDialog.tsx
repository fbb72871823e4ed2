import {
  type CampaignLink,
  createCampaignLink,
  getCampaignLink,
  getListCampaignLinksQueryKey,
  updateCampaignLink,
} from '@app/api-client'
import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { useEdit } from '../../layout/use-edit.tsx'
import rows from '../../list/Rows.module.css'
import { fieldText, type LinkForm, linkForm, linkRules, newLink, toLinkInput, valueText } from './link-form.ts'

type Props = { link?: CampaignLink | undefined; onClose: () => void }

/** Makes a campaign link, or edits the one it is given. Its code stays what is printed. */
export function LinkDialog({ link, onClose }: Props) {
  const [initialValues] = useState(() => (link ? linkForm(link) : newLink))
  const form = useForm<LinkForm>({ initialValues, validate: linkRules })
  const edit = useEdit({
    what: 'campaign link',
    form,
    record: link,
    valuesOf: linkForm,
    inputOf: toLinkInput,
    create: createCampaignLink,
    update: updateCampaignLink,
    async list() {
      const { data } = await getCampaignLink(link?.id ?? '')
      return { data: [data] }
    },
    keys: [getListCampaignLinksQueryKey()],
    texts: {
      created: 'Campaign link created',
      updated: 'Campaign link saved',
      createFailed: 'The campaign link could not be created',
      updateFailed: 'The campaign link could not be saved',
    },
    fieldText,
    valueText,
    onClose,
  })

  return (
    <FormDialog
      title={link ? 'Edit campaign link' : 'New campaign link'}
      isDirty={form.isDirty()}
      isSaving={edit.isSaving}
      draft={edit.draft}
      onSubmit={form.onSubmit(() => edit.save())}
    >
      {edit.notice}
      <TextInput
        label="Name"
        description="What you call it here, like “Spring postcard, front”"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <TextInput
        label="Campaign"
        description="Leads that it brings are counted for it"
        required
        maxLength={200}
        {...form.getInputProps('campaign')}
      />
      <TextInput label="Printed on" maxLength={200} {...form.getInputProps('piece')} />
      <TextInput
        label="Leads to"
        description="A page of the site, like /print/postcards, or an address that begins with https://"
        required
        maxLength={2000}
        autoComplete="off"
        {...form.getInputProps('target')}
      />
      {link && (
        <div>
          <Switch
            label="Ended"
            aria-describedby="ended-hint"
            {...form.getInputProps('isEnded', { type: 'checkbox' })}
          />
          <p id="ended-hint" className={rows.quiet}>
            Anyone who scans the code sees the home page with a note that the offer has ended.
          </p>
        </div>
      )}
    </FormDialog>
  )
}
