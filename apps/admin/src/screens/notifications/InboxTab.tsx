import { type InboxItem, updateInboxItems, useGetUnreadCount, useListInboxItems } from '@app/api-client'
import { Badge, Button, Switch } from '@mantine/core'
import { Link } from 'react-router-dom'
import { Instant } from '../../components/Instant.tsx'
import { firstClick } from '../../components/use-click-guard.ts'
import { useWrite } from '../../edit/use-write.ts'
import { PagedRows } from '../../list/PagedRows.tsx'
import { firstPage, keepPage, pageOf, useUrlState } from '../../list/use-url-state.ts'
import { RowButton } from '../../list/RowButton.tsx'
import { Row } from '../../list/Row.tsx'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import { routes } from '../../urls/routes.ts'

export function InboxTab() {
  const url = useUrlState()
  const unreadOnly = url.get('unread') === 'true'
  const items = useListInboxItems({ ...pageOf(url), ...(unreadOnly && { unread: true }) }, keepPage)
  const unread = useGetUnreadCount().data?.data.unread ?? 0
  const markAll = useWrite({
    kind: 'inbox',
    what: 'notification',
    send: () => updateInboxItems({ ids: null, isRead: true }),
    saved: 'All notifications marked as read',
    failed: 'Failed to update notifications',
  })

  return (
    <>
      <div className={toolbar.bar}>
        <Switch
          label="Unread only"
          checked={unreadOnly}
          onChange={(event) => url.set({ unread: event.currentTarget.checked ? 'true' : undefined, ...firstPage })}
        />
        <Button variant="default" disabled={unread === 0} loading={markAll.isPending} onClick={() => markAll.start()}>
          Mark all as read
        </Button>
      </div>
      <PagedRows
        query={items}
        label="Notifications"
        failure="Your notifications could not be loaded"
        empty={unreadOnly ? 'Nothing unread' : 'No notifications yet'}
        hint="Notifications from your rules, leads that colleagues assign to you or import for you, and notes that mention you stay here for 90 days."
      >
        {(item) => <Item key={item.id} item={item} />}
      </PagedRows>
    </>
  )
}

function Item({ item }: { item: InboxItem }) {
  const { id, title, createdAt, isRead } = item
  const mark = useWrite({
    kind: 'inbox',
    what: 'notification',
    send: (read: boolean) => updateInboxItems({ ids: [id], isRead: read }),
    failed: 'Failed to update notifications',
  })
  return (
    <Row columns="1fr auto">
      <div>
        <div className={isRead ? rows.line : rows.name}>
          <Link to={recordPath(item)} dir="auto" onClick={() => !isRead && mark.start(true)}>
            {title}
          </Link>
          {!isRead && <Badge color="teal">Unread</Badge>}
        </div>
        <p className={rows.quiet}>
          {inboxText(item)} · <Instant at={createdAt} />
        </p>
      </div>
      <RowButton
        text={isRead ? 'Mark as unread' : 'Mark as read'}
        label={`Mark as ${isRead ? 'unread' : 'read'}: ${title}`}
        onClick={firstClick(() => mark.start(!isRead))}
      />
    </Row>
  )
}

/** Describes the event without its subject. */
function inboxText({ kind, by = 'Someone' }: InboxItem): string {
  if (kind === 'assigned') return `${by} assigned you this lead`
  if (kind === 'import') return `${by} imported leads for you`
  if (kind === 'mention') return `${by} mentioned you in a note`
  return kind === 'lead' ? 'New lead' : 'New sample request'
}

/** A link to the subject. */
function recordPath({ leadId, importId }: InboxItem): string {
  if (leadId) return `${routes.leads.path}?lead=${leadId}`
  if (importId) return `${routes.leads.path}?importId=${importId}`
  return `${routes.samples.path}${routes.samples.pending.search}`
}
