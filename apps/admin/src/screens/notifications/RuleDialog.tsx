import { createNotificationRule, type MessageTarget } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { HintedSwitch } from '../../components/HintedSwitch.tsx'
import { valueOf } from '../../list/use-url-state.ts'
import {
  conditionsFor,
  emptyRule,
  events,
  type RuleForm,
  ruleVolumes,
  settled,
  toRuleInput,
  waysFor,
} from './rule-display.ts'

type Props = { targets: readonly MessageTarget[]; canMail: boolean; isOwner: boolean; onClose: () => void }

/** Adds a rule. Each choice narrows the next one to valid combinations. */
export function RuleDialog({ targets, canMail, isOwner, onClose }: Props) {
  const { form, dialog } = useRecordEdit({
    what: 'rule',
    kind: 'messages',
    valuesOf: () => emptyRule,
    send: (rule) => createNotificationRule(toRuleInput(rule)),
    create: { saved: 'Rule added', failed: 'Failed to add rule' },
    onClose,
  })
  const { values } = form
  const ways = waysFor(values, isOwner ? targets : [], canMail)
  const isTarget = values.way !== 'inbox' && values.way !== 'mail'
  const choose = (changes: Partial<RuleForm>) => form.setValues(settled({ ...values, ...changes }, targets, canMail))

  return (
    <FormDialog
      title="Add rule"
      size="md"
      action="Add"
      // A digest needs a channel other than the inbox.
      canSubmit={ways.some(({ value, disabled }) => value === values.way && !disabled)}
      {...dialog}
    >
      <NativeSelect
        label="When"
        data={[...events]}
        value={values.event}
        data-autofocus
        onChange={({ currentTarget: { value } }) => choose({ event: valueOf(events, value) ?? 'lead' })}
      />
      <NativeSelect
        label="Notify by"
        data={ways}
        value={values.way}
        onChange={(event) => choose({ way: event.currentTarget.value })}
      />
      <NativeSelect
        label="Applies to"
        data={[...conditionsFor(values)]}
        value={values.condition}
        onChange={({ currentTarget: { value } }) =>
          choose({ condition: valueOf(conditionsFor(values), value) ?? 'all' })
        }
      />
      {values.condition === 'volume' && (
        <NativeSelect
          label="Minimum volume"
          data={ruleVolumes}
          value={values.volume}
          onChange={({ currentTarget: { value } }) => choose({ volume: valueOf(ruleVolumes, value) ?? values.volume })}
        />
      )}
      {isOwner && (
        <HintedSwitch
          label="For everyone"
          hint={isTarget ? 'Rules for targets always apply to everyone.' : 'Everyone with an account is notified.'}
          checked={values.isForAll}
          disabled={isTarget}
          onChange={(event) => choose({ isForAll: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}
