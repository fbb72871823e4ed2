import { getListNotificationRulesQueryKey, type MessageTarget, useCreateNotificationRule } from '@app/api-client'
import { NativeSelect, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import { valueOf } from '../../list/use-url-state.ts'
import { useKeptDraft } from '../../session/use-kept-draft.tsx'
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

/** Adds a rule. Each choice leaves only what makes sense with it. */
export function RuleDialog({ targets, canMail, isOwner, onClose }: Props) {
  const queryClient = useQueryClient()
  const form = useForm<RuleForm>({ initialValues: emptyRule })
  const draft = useKeptDraft(form, 'rule new', { onClose })
  const write = useOneSuccess()
  const create = useCreateNotificationRule({
    mutation: {
      onSuccess() {
        showSaved('Rule added')
        draft.close()
        return queryClient.invalidateQueries({ queryKey: getListNotificationRulesQueryKey() })
      },
      onError: (error) => showRefusal(error, 'Failed to add rule'),
    },
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
      isDirty={form.isDirty()}
      isSaving={create.isPending}
      draft={draft}
      onSubmit={form.onSubmit((chosen) => write(() => create.mutateAsync({ data: toRuleInput(chosen) })))}
    >
      <NativeSelect
        label="When"
        data={[...events]}
        value={values.event}
        data-autofocus
        onChange={({ currentTarget: { value } }) => choose({ event: valueOf(events, value) ?? 'lead' })}
      />
      <NativeSelect
        label="Tell by"
        data={ways}
        value={values.way}
        onChange={(event) => choose({ way: event.currentTarget.value })}
      />
      <NativeSelect
        label="Which"
        data={[...conditionsFor(values)]}
        value={values.condition}
        onChange={({ currentTarget: { value } }) =>
          choose({ condition: valueOf(conditionsFor(values), value) ?? 'all' })
        }
      />
      {values.condition === 'volume' && (
        <NativeSelect
          label="From"
          data={ruleVolumes}
          value={values.volume}
          onChange={({ currentTarget: { value } }) => choose({ volume: valueOf(ruleVolumes, value) ?? values.volume })}
        />
      )}
      {isOwner && (
        <Switch
          label="For everybody"
          description={isTarget ? 'Messages to a target are for everybody.' : 'Everybody with an account is notified.'}
          checked={values.isForAll}
          disabled={isTarget}
          onChange={(event) => choose({ isForAll: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}
