import {
  deleteMessageTarget,
  type MessageTarget,
  rotateMessageTargetSecret,
  sendTestMessage,
  useListMessageTargets,
} from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Section } from '../../components/Section.tsx'
import { AskButton } from '../../edit/AskButton.tsx'
import { useIsAhead } from '../../components/Instant.tsx'
import { ShownOnceDialog } from '../../components/ShownOnceDialog.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { RowButton } from '../../list/RowButton.tsx'
import { WholeList } from '../../list/WholeList.tsx'
import { Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { useUrlDialog } from '../../list/use-url-state.ts'
import { routes } from '../../urls/routes.ts'
import styles from './MessagesTab.module.css'
import { TargetDialog } from './TargetDialog.tsx'

/** Slack channels and webhooks that rules can send to. */
export function TargetList() {
  const targets = useListMessageTargets()
  const [secret, setSecret] = useState<string>()
  const dialog = useUrlDialog('edit', targets.data?.data)

  return (
    <Section title="Slack channels and webhooks" action={<Button onClick={() => dialog.open()}>Add target</Button>}>
      <WholeList
        query={targets}
        label="Targets"
        empty="No targets yet"
        hint="Add a Slack channel or a webhook, then a rule under Notifications that sends to it."
        height={160}
      >
        {(target) => (
          <Target key={target.id} target={target} onEdit={() => dialog.open(target.id)} onSecret={setSecret} />
        )}
      </WholeList>
      <p>
        <Link to={`${routes.notifications.path}?tab=rules`}>Notification rules</Link> decide what is sent to them, and
        to whom by email.
      </p>
      {dialog.isOpen && <TargetDialog target={dialog.record} onSecret={setSecret} onClose={dialog.close} />}
      {secret && (
        <ShownOnceDialog
          title="Webhook secret"
          label="Secret"
          value={secret}
          copy="Copy secret"
          onClose={() => setSecret(undefined)}
        >
          The receiver uses it to verify signatures, as described by Standard Webhooks. It is shown only once; you can
          replace it at any time.
        </ShownOnceDialog>
      )}
    </Section>
  )
}

type TargetProps = { target: MessageTarget; onEdit: () => void; onSecret: (secret: string) => void }

function Target({ target, onEdit, onSecret }: TargetProps) {
  const { id, name, kind, url, isActive, pausedUntil } = target
  const isPaused = useIsAhead(pausedUntil)
  const send = useWrite({
    kind: 'messages',
    what: 'target',
    send: () => sendTestMessage({ targetId: id }),
    saved: 'Test message sent. The list below will show the result.',
    failed: 'Failed to send a test message',
  })
  return (
    <Row label={name}>
      <div className={rows.name}>
        <span dir="auto">{name}</span>
        <Badge variant="default">{kind === 'slack' ? 'Slack' : 'Webhook'}</Badge>
        {!isActive && <Badge color="gold">Off</Badge>}
      </div>
      <p className={rows.quiet}>{url}</p>
      {isPaused && (
        <p>It failed several times in a row, so sending is paused for a few minutes. No messages are lost.</p>
      )}
      <div className={styles.buttons}>
        <RowButton
          text="Send a test"
          label={`Send a test to ${name}`}
          loading={send.isPending}
          disabled={!isActive}
          onClick={() => send.start()}
        />
        <RowButton text="Edit" label={`Edit ${name}`} onClick={onEdit} />
        {kind === 'webhook' && (
          <AskButton
            text="Replace secret"
            label={`Replace secret for ${name}`}
            title="Replace secret"
            action="Replace"
            color="ink"
            kind="messages"
            what="target"
            send={() => rotateMessageTargetSecret(id)}
            saved="Secret replaced"
            failed="Failed to replace secret"
            onSaved={(renewed) => onSecret(renewed.secret)}
          >
            For 24 hours, messages to <strong dir="auto">{name}</strong> are signed with both secrets.
          </AskButton>
        )}
        <AskButton
          label={`Delete ${name}`}
          title="Delete target"
          action="Delete"
          kind="messages"
          what="target"
          send={() => deleteMessageTarget(id)}
          saved="Target deleted"
          failed="Failed to delete target"
        >
          Rules that send to <strong dir="auto">{name}</strong> are deleted too, and waiting messages are not sent.
        </AskButton>
      </div>
    </Row>
  )
}
