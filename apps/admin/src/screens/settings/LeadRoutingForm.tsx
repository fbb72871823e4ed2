import {
  type LeadRoutingSettings,
  type LeadRoutingSettingsInput,
  sendTestMessage,
  updateLeadRoutingSettings,
  useGetLeadRoutingSettings,
  useListLeadOwners,
} from '@app/api-client'
import { Button, Checkbox, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ifMatch } from '../../edit/use-record-edit.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { HintedSwitch } from '../../components/HintedSwitch.tsx'
import { Section } from '../../components/Section.tsx'

const noMail = 'No email server is set up: set SMTP_URL on the server first.'

/** Each choice is saved immediately and can be undone. */
export function LeadRoutingForm() {
  const settings = useGetLeadRoutingSettings()
  return (
    <Loaded query={settings} failure="These settings could not be loaded" height={140}>
      {(loaded) => <Choices settings={loaded} />}
    </Loaded>
  )
}

function Choices({ settings }: { settings: LeadRoutingSettings }) {
  const { confirmsVisitors, mailsRequesters, assigneeIds, canMail, version } = settings
  const owners = useListLeadOwners().data?.data ?? []
  const update = useWrite({
    kind: 'messages',
    what: 'settings',
    send: (changes: Partial<LeadRoutingSettingsInput>) =>
      updateLeadRoutingSettings({ confirmsVisitors, mailsRequesters, assigneeIds, ...changes }, ifMatch({ version })),
    saved: 'Settings updated',
    undone: 'Settings restored',
    failed: 'Failed to update settings',
  })

  return (
    <>
      <Part title="When a lead arrives">
        <HintedSwitch
          label="Send visitors a confirmation by email"
          hint={canMail ? 'It confirms that their request was received.' : noMail}
          checked={confirmsVisitors}
          disabled={update.isPending || (!canMail && !confirmsVisitors)}
          onChange={(event) => update.start({ confirmsVisitors: event.currentTarget.checked })}
        />
        <Checkbox.Group
          label="Assign new leads in turn to"
          description={
            assigneeIds.length === 0
              ? 'No one: new leads stay unassigned.'
              : 'Each new unassigned lead goes to the next person in the list.'
          }
          value={assigneeIds}
          onChange={(ids) => update.start({ assigneeIds: ids })}
        >
          <Stack gap="xs" mt="xs">
            {owners
              .filter(({ id, isEnabled }) => isEnabled || assigneeIds.includes(id))
              .map(({ id, name }) => (
                <Checkbox key={id} value={id} label={<span dir="auto">{name}</span>} disabled={update.isPending} />
              ))}
          </Stack>
        </Checkbox.Group>
        {canMail && <TestMailButton />}
      </Part>
      <Part title="When samples are sent">
        <HintedSwitch
          label="Email requesters when their samples are sent"
          hint={
            canMail
              ? 'Once, with the tracking number, a minute after a request is marked as processed. Staff can override this for each request.'
              : noMail
          }
          checked={canMail && mailsRequesters}
          disabled={update.isPending || !canMail}
          onChange={(event) => update.start({ mailsRequesters: event.currentTarget.checked })}
        />
      </Part>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <Stack align="flex-start" maw="40rem">
      {children}
    </Stack>
  </Section>
)

function TestMailButton() {
  const send = useWrite({
    kind: 'messages',
    what: 'email',
    send: () => sendTestMessage({ targetId: null }),
    saved: 'Test email sent. The list below will show the result.',
    failed: 'Failed to send a test email',
  })
  return (
    <Button variant="default" loading={send.isPending} onClick={() => send.start()}>
      Send yourself a test email
    </Button>
  )
}
