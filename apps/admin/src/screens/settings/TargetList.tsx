import {
  createMessageTarget,
  deleteMessageTarget,
  listMessageTargets,
  type MessageTarget,
  rotateMessageTargetSecret,
  sendTestMessage,
  updateMessageTarget,
  useListMessageTargets,
} from '@app/api-client'
import { Badge, Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Section } from '../../components/Section.tsx'
import { HintedSwitch } from '../../components/HintedSwitch.tsx'
import { trimmed } from '../../components/text-rules.ts'
import { AskButton } from '../../edit/AskButton.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { readFrom, sendWhole, useRecordEdit } from '../../edit/use-record-edit.tsx'
import { useIsAhead } from '../../components/Instant.tsx'
import { ShownOnceDialog } from '../../components/ShownOnceDialog.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { RowButton } from '../../list/RowButton.tsx'
import { WholeList } from '../../list/WholeList.tsx'
import { Cell, Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { useUrlDialog } from '../../list/use-url-state.ts'
import { routes } from '../../urls/routes.ts'
import { targetForm, type TargetForm, targetKinds, targetLabels, targetRules, valueText } from './target-form.ts'

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
    <Row label={name} columns="1fr auto">
      <Cell
        name={name}
        badges={
          <>
            <Badge variant="default">{kind === 'slack' ? 'Slack' : 'Webhook'}</Badge>
            {!isActive && <Badge color="gold">Off</Badge>}
          </>
        }
      >
        <p className={rows.quiet}>{url}</p>
        {isPaused && (
          <p>It failed several times in a row, so sending is paused for a few minutes. No messages are lost.</p>
        )}
      </Cell>
      <div className={rows.actions}>
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

type DialogProps = { target?: MessageTarget | undefined; onSecret: (secret: string) => void; onClose: () => void }

function TargetDialog({ target, onSecret, onClose }: DialogProps) {
  const { form, dialog } = useRecordEdit<TargetForm, MessageTarget, MessageTarget & { secret?: string | null }>({
    what: 'target',
    kind: 'messages',
    record: target,
    valuesOf: targetForm,
    rules: targetRules,
    inputOf: trimmed,
    send: sendWhole(trimmed, createMessageTarget, updateMessageTarget),
    read: readFrom(() => listMessageTargets()),
    create: { saved: 'Target added', failed: 'Failed to save target' },
    update: { saved: 'Target updated', failed: 'Failed to save target' },
    labels: targetLabels,
    valueText,
    onSaved: ({ secret }) => secret && onSecret(secret),
    onClose,
  })

  return (
    <FormDialog title={target ? 'Edit target' : 'Add target'} {...dialog}>
      <TextInput label="Name" required maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect label="Kind" data={targetKinds} disabled={target !== undefined} {...form.getInputProps('kind')} />
      <TextInput
        type="url"
        inputMode="url"
        label="URL"
        description="It must be publicly reachable. Private network addresses are not allowed."
        placeholder="https://"
        required
        maxLength={500}
        {...form.getInputProps('url')}
      />
      <HintedSwitch
        label="On"
        hint="No messages are sent to a target that is off, and waiting messages are canceled."
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
