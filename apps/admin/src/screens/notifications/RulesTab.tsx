import {
  deleteNotificationRule,
  type NotificationRule,
  useGetLeadRoutingSettings,
  useListMessageTargets,
  useListNotificationRules,
} from '@app/api-client'
import { Button, Skeleton } from '@mantine/core'
import { useWrite } from '../../edit/use-write.ts'
import { ErrorNotice } from '../../components/Notices.tsx'
import { Section } from '../../components/Section.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { Row } from '../../list/Row.tsx'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import { useUrlDialog } from '../../list/use-url-state.ts'
import { useIsOwner } from '../../session/use-staff.ts'
import { RuleDialog } from './RuleDialog.tsx'
import { ruleText } from './rule-display.ts'

/** Your own notification rules, and the rules for all accounts. */
export function RulesTab() {
  const dialog = useUrlDialog('edit')
  const isOwner = useIsOwner()
  const rules = useListNotificationRules()
  const targets = useListMessageTargets({ query: { enabled: isOwner } }).data?.data ?? []
  const settings = useGetLeadRoutingSettings().data?.data

  // If a later read fails, the dialog stays open with the user's choices.
  if (rules.isLoadingError) {
    return <ErrorNotice title="The rules could not be loaded" query={rules} />
  }
  if (rules.isPending) return <Skeleton height={240} radius="md" role="status" aria-label="Loading" />
  const all = rules.data.data
  const sections = [
    { title: 'Yours', found: all.filter(({ isForAll }) => !isForAll), canDelete: true },
    { title: 'For everyone', found: all.filter(({ isForAll }) => isForAll), canDelete: isOwner },
  ]
  return (
    <>
      <div className={toolbar.bar}>
        <p className={rows.quiet}>A rule applies to new records from the moment it is added.</p>
        <Button onClick={() => dialog.open()}>Add rule</Button>
      </div>
      {sections.map(({ title, found, canDelete }) => (
        <Section key={title} title={title}>
          {found.length === 0 ? (
            <p className={rows.quiet}>No rules.</p>
          ) : (
            <ul aria-label={`Rules: ${title}`} className={rows.rows}>
              {found.map((rule) => (
                <Rule key={rule.id} rule={rule} text={ruleText(rule, targets)} canDelete={canDelete} />
              ))}
            </ul>
          )}
        </Section>
      ))}
      {dialog.isOpen && settings && (
        <RuleDialog targets={targets} canMail={settings.canMail} isOwner={isOwner} onClose={dialog.close} />
      )}
    </>
  )
}

function Rule({ rule, text, canDelete }: { rule: NotificationRule; text: string; canDelete: boolean }) {
  const remove = useWrite({
    kind: 'messages',
    what: 'rule',
    send: () => deleteNotificationRule(rule.id),
    saved: 'Rule deleted',
    undone: 'Rule restored',
    failed: 'Failed to delete rule',
  })
  return (
    <Row columns="1fr auto">
      <p dir="auto">{text}</p>
      {canDelete && (
        <RowButton
          text="Delete"
          loading={remove.isPending}
          label={`Delete rule: ${text}`}
          onClick={() => remove.start()}
        />
      )}
    </Row>
  )
}
