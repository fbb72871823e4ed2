import {
  getGetUnreadCountQueryKey,
  getListInboxItemsQueryKey,
  type InboxItem,
  useGetUnreadCount,
  useListInboxItems,
  useUpdateInboxItems,
} from '@app/api-client'
import { Badge, Button, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { showRefusal } from '../../components/show-refusal.ts'
import { showSaved } from '../../components/toasts.tsx'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import { Instant } from '../../components/Instant.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { firstPage, keepPage, pageOf } from '../../list/paging.ts'
import { RowButton } from '../../list/RowButton.tsx'
import rows from '../../list/Rows.module.css'
import { useUrlState } from '../../list/use-url-state.ts'
import { inboxText, recordPath } from './inbox-display.ts'
import styles from './NotificationsScreen.module.css'

/** Marks notifications as read or unread, and refreshes them and their count. */
function useMark() {
  const queryClient = useQueryClient()
  const write = useOneAtATime()
  const mark = useUpdateInboxItems({
    mutation: {
      onError: (error) => showRefusal(error, 'Failed to mark notifications'),
      onSettled: () =>
        Promise.all(
          [getListInboxItemsQueryKey(), getGetUnreadCountQueryKey()].map((queryKey) =>
            queryClient.invalidateQueries({ queryKey }),
          ),
        ),
    },
  })
  return {
    isMarking: mark.isPending,
    mark: (ids: string[] | null, isRead: boolean, onDone?: () => void) =>
      write(async () => {
        await mark.mutateAsync({ data: { ids, isRead } })
        onDone?.()
      }),
  }
}

export function InboxTab() {
  const url = useUrlState()
  const unreadOnly = url.get('unread') === 'true'
  const items = useListInboxItems({ ...pageOf(url), ...(unreadOnly && { unread: true }) }, keepPage)
  const unread = useGetUnreadCount().data?.data.unread ?? 0
  const { mark, isMarking } = useMark()

  return (
    <>
      <div className={styles.bar}>
        <Switch
          label="Only unread"
          checked={unreadOnly}
          onChange={(event) => url.set({ unread: event.currentTarget.checked ? 'true' : undefined, ...firstPage })}
        />
        <Button
          variant="default"
          disabled={unread === 0}
          loading={isMarking}
          onClick={() => mark(null, true, () => showSaved('All notifications are read'))}
        >
          Mark all as read
        </Button>
      </div>
      <PagedRows
        query={items}
        url={url}
        label="Notifications"
        failure="Your notifications could not be loaded"
        empty={unreadOnly ? 'Nothing unread' : 'No notifications yet'}
        hint="Notifications from your rules, leads that colleagues assign to you or import for you, and notes that mention you stay here for 90 days."
      >
        {(item) => <Item key={item.id} item={item} onMark={(isRead) => mark([item.id], isRead)} />}
      </PagedRows>
    </>
  )
}

function Item({ item, onMark }: { item: InboxItem; onMark: (isRead: boolean) => void }) {
  const { title, createdAt, isRead } = item
  return (
    <li className={`${rows.row} ${styles.item}`}>
      <div>
        <div className={isRead ? rows.line : rows.name}>
          <Link to={recordPath(item)} dir="auto" onClick={() => !isRead && onMark(true)}>
            {title}
          </Link>
          {!isRead && <Badge color="teal">Unread</Badge>}
        </div>
        <p className={rows.quiet}>
          {inboxText(item)} · <Instant at={createdAt} />
        </p>
      </div>
      <RowButton label={`Mark as ${isRead ? 'unread' : 'read'}: ${title}`} onClick={() => onMark(!isRead)}>
        {isRead ? 'Mark as unread' : 'Mark as read'}
      </RowButton>
    </li>
  )
}
