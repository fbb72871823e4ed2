import {
  type CampaignLink,
  getListCampaignLinksQueryKey,
  useGetCampaignLink,
  useListCampaignLinks,
} from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { countText, figure } from '../../components/format.ts'
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
import { LinkDialog } from './LinkDialog.tsx'

/** Scans come without a live event. */
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
