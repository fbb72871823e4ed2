import { type CampaignLink, createCampaignLink, getCampaignLink, updateCampaignLink } from '@app/api-client'
import { TextInput } from '@mantine/core'
import { HintedSwitch } from '../../components/HintedSwitch.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { readOrGone, sendWhole, useRecordEdit } from '../../edit/use-record-edit.tsx'
import { linkForm, linkLabels, linkRules, toLinkInput, valueText } from './link-form.ts'

type Props = { link?: CampaignLink | undefined; onClose: () => void }

/** Creates or edits a campaign link. The code of an existing link never changes, because it is printed. */
export function LinkDialog({ link, onClose }: Props) {
  const { form, dialog } = useRecordEdit({
    what: 'campaign link',
    kind: 'campaign_links',
    record: link,
    valuesOf: linkForm,
    rules: linkRules,
    inputOf: toLinkInput,
    send: sendWhole(toLinkInput, createCampaignLink, updateCampaignLink),
    read: (id) => readOrGone(getCampaignLink(id)),
    create: { saved: 'Campaign link created', failed: 'The campaign link could not be created' },
    update: { saved: 'Campaign link saved', failed: 'The campaign link could not be saved' },
    labels: linkLabels,
    valueText,
    onClose,
  })

  return (
    <FormDialog title={link ? 'Edit campaign link' : 'New campaign link'} {...dialog}>
      <TextInput
        label="Name"
        description="For example, “Spring postcard, front”"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <TextInput
        label="Campaign"
        description="Leads from this link count toward it"
        required
        maxLength={200}
        {...form.getInputProps('campaign')}
      />
      <TextInput label="Printed on" maxLength={200} {...form.getInputProps('piece')} />
      <TextInput
        label="Destination"
        description="A page on the site, like /print/postcards, or a URL that starts with https://"
        required
        maxLength={2000}
        autoComplete="off"
        {...form.getInputProps('target')}
      />
      {link && (
        <HintedSwitch
          label="Ended"
          hint="Anyone who scans the code sees the home page with a note that the offer has ended."
          {...form.getInputProps('isEnded', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
