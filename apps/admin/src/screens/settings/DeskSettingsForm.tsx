import {
  type DeskSettings,
  type DeskSettingsInput,
  getGetDeskSettingsQueryKey,
  getListMessagesQueryKey,
  getListSettingsAuditQueryKey,
  useGetDeskSettings,
  useListLeadOwners,
  useSendTestMessage,
  useUpdateDeskSettings,
} from '@app/api-client'
import { Button, Checkbox, Skeleton, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ErrorNotice, statusOf } from '../../layout/ErrorNotice.tsx'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import styles from './MessagesTab.module.css'

/** Each choice is saved at once, and can be taken back. */
export function DeskSettingsForm() {
  const settings = useGetDeskSettings()
  if (settings.isError) {
    return (
      <ErrorNotice
        title="These settings could not be loaded"
        error={settings.error}
        onRetry={() => void settings.refetch()}
        isRetrying={settings.isFetching}
      />
    )
  }
  if (settings.isPending) return <Skeleton height={140} radius="md" role="status" aria-label="Loading" />
  return <Choices settings={settings.data.data} />
}

function Choices({ settings }: { settings: DeskSettings }) {
  const { confirmsVisitors, mailsRequesters, assigneeIds, canMail, version } = settings
  const queryClient = useQueryClient()
  const owners = useListLeadOwners().data?.data ?? []
  const write = useOneAtATime()
  const reload = () =>
    Promise.all(
      [getGetDeskSettingsQueryKey(), getListSettingsAuditQueryKey()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  const update = useUpdateDeskSettings({
    mutation: {
      onError(error) {
        if (statusOf(error) !== 412) return showRefusal(error, 'Failed to change settings')
        showFailure(
          error,
          'Failed to change settings',
          'Somebody has changed them since. Look at them, then choose again.',
        )
      },
      onSettled: reload,
    },
  })
  const put = (choice: Required<DeskSettingsInput>, seen: number) =>
    update.mutateAsync({ data: choice, headers: { 'If-Match': `"${seen}"` } })
  const before = { confirmsVisitors, mailsRequesters, assigneeIds }
  const save = (changes: Partial<typeof before>) =>
    write(async () => {
      const { data } = await put({ ...before, ...changes }, version)
      showSaved('Settings changed', () =>
        write(async () => {
          await put(before, data.version)
          showSaved('Settings changed back')
        }),
      )
    })

  return (
    <div className={styles.choices}>
      <Switch
        label="Send visitors a confirmation by email"
        description={
          canMail
            ? 'It says that their request has arrived.'
            : 'No email server is set up: set SMTP_URL on the server first.'
        }
        checked={confirmsVisitors}
        disabled={update.isPending || (!canMail && !confirmsVisitors)}
        onChange={(event) => save({ confirmsVisitors: event.currentTarget.checked })}
      />
      <Switch
        label="Email requesters when their samples are sent"
        description={
          canMail
            ? 'Once, with the tracking number, as soon as a request is marked as processed. Staff can decide otherwise each time.'
            : 'No email server is set up: set SMTP_URL on the server first.'
        }
        checked={canMail && mailsRequesters}
        disabled={update.isPending || !canMail}
        onChange={(event) => save({ mailsRequesters: event.currentTarget.checked })}
      />
      <Checkbox.Group
        label="New leads go in turn to"
        description={
          assigneeIds.length === 0
            ? 'Nobody: a new lead has no owner until somebody takes it.'
            : 'Each new lead without an owner goes to the next of them.'
        }
        value={assigneeIds}
        onChange={(ids) => save({ assigneeIds: ids })}
      >
        <div className={styles.people}>
          {owners
            .filter(({ id, isEnabled }) => isEnabled || assigneeIds.includes(id))
            .map(({ id, name }) => (
              <Checkbox key={id} value={id} label={<span dir="auto">{name}</span>} disabled={update.isPending} />
            ))}
        </div>
      </Checkbox.Group>
      {canMail && <TestMailButton />}
    </div>
  )
}

function TestMailButton() {
  const queryClient = useQueryClient()
  const write = useOneAtATime()
  const send = useSendTestMessage({
    mutation: {
      onSuccess: () => showSaved('A test email is on its way to you. The list below will show the result.'),
      onError: (error) => showRefusal(error, 'Failed to send a test email'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: getListMessagesQueryKey() }),
    },
  })
  return (
    <div>
      <Button
        variant="default"
        loading={send.isPending}
        onClick={() => write(() => send.mutateAsync({ data: { targetId: null } }))}
      >
        Send yourself a test email
      </Button>
    </div>
  )
}
