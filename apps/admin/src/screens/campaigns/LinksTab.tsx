import {
  type CampaignLink,
  createCampaignLink,
  getCampaignLink,
  getListCampaignLinksQueryKey,
  updateCampaignLink,
  useGetCampaignLink,
  useListCampaignLinks,
} from '@app/api-client'
import { Badge, Button, TextInput } from '@mantine/core'
import { countText, figure } from '../../components/format.ts'
import { HintedSwitch } from '../../components/HintedSwitch.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { readOrGone, sendWhole, useRecordEdit } from '../../edit/use-record-edit.tsx'
import { Stamp } from '../../components/Instant.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { isElsewhere, keepPage, pageOf, searchOf, useEdited, useUrlState } from '../../list/use-url-state.ts'
import { RowButton } from '../../list/RowButton.tsx'
import { Cell, Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { SearchBox } from '../../list/SearchBox.tsx'
import { useSteadyRefresh } from '../../live/use-steady-refresh.ts'
import { useCanEdit } from '../../session/use-staff.ts'
import styles from './CampaignsScreen.module.css'
import { CodeDialog } from './CodeDialog.tsx'
import { linkForm, linkLabels, linkRules, toLinkInput, valueText } from './link-form.ts'

/** Scans don't trigger live events. */
const scannedKeys = [getListCampaignLinksQueryKey()]

export function LinksTab() {
  useSteadyRefresh(scannedKeys)
  const url = useUrlState()
  const canEdit = useCanEdit()
  const q = searchOf(url.get('q'))
  const links = useListCampaignLinks({ ...pageOf(url), ...(q && { q }) }, keepPage)
  const shown = links.data?.data
  const id = url.get('edit')
  const isAway = isElsewhere(shown, id)
  const away = useGetCampaignLink(id ?? '', { query: { enabled: isAway } }).data
  const editing = useEdited(isAway ? away && [away.data] : shown, id)
  const coded = shown?.find(({ id }) => id === url.get('code'))
  const close = () => url.set({ edit: undefined, code: undefined }, { replace: true })

  return (
    <>
      <div className={styles.bar}>
        <p className={rows.quiet}>A short link for a printed piece. Scans are counted without personal data.</p>
        <SearchBox label="Search campaign links" placeholder="Name, campaign, piece, or code" />
        {canEdit && <Button onClick={() => url.set({ edit: 'new' })}>New campaign link</Button>}
      </div>
      <PagedRows
        query={links}
        label="Campaign links"
        empty={q ? 'No campaign links match' : 'No campaign links yet'}
        hint="Create one for each printed piece, and add its QR code to the design."
      >
        {(link) => (
          <LinkRow
            key={link.id}
            link={link}
            onCode={() => url.set({ code: link.id })}
            onEdit={canEdit ? () => url.set({ edit: link.id }) : undefined}
          />
        )}
      </PagedRows>
      {canEdit && (url.get('edit') === 'new' || editing) && (
        <LinkDialog key={editing?.id ?? 'new'} link={editing} onClose={close} />
      )}
      {coded && <CodeDialog link={coded} onClose={close} />}
    </>
  )
}

type RowProps = { link: CampaignLink; onCode: () => void; onEdit: (() => void) | undefined }

function LinkRow({ link, onCode, onEdit }: RowProps) {
  const { label, campaign, piece, target, isEnded, people, bots, by, createdAt } = link
  return (
    <Row label={label} columns="4fr 4fr 2fr auto">
      <Cell
        name={label}
        badges={isEnded && <Badge variant="default">Ended</Badge>}
        note={
          <>
            <bdi>{campaign}</bdi>
            {piece && ', '}
            <bdi>{piece}</bdi>
          </>
        }
      />
      <Cell note={<Stamp text="Created" at={createdAt} by={by} />}>{target}</Cell>
      <Cell note={bots > 0 && `and ${figure(bots)} by bots`}>{countText(people, 'scan')}</Cell>
      <div className={rows.actions}>
        <RowButton text="QR code" label={`QR code and scans of ${label}`} onClick={onCode} />
        {onEdit && <RowButton text="Edit" label={`Edit ${label}`} onClick={onEdit} />}
      </div>
    </Row>
  )
}

type DialogProps = { link: CampaignLink | undefined; onClose: () => void }

/** Creates or edits a campaign link. The code of an existing link never changes, because it is printed. */
function LinkDialog({ link, onClose }: DialogProps) {
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
