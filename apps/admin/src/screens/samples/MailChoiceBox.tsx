import { Checkbox } from '@mantine/core'
import type { MailChoice } from './request-form.ts'
import { useMailSettings } from './use-mailing.ts'

type Props = {
  choice: MailChoice
  onChange: (choice: MailChoice) => void
  /** The request is about to be processed: then the setting decides as long as nobody else does. */
  followsSetting: boolean
  hasDescription?: boolean
  label?: string
}

/** Says whether the mail goes out, and lets staff choose. */
export function MailChoiceBox({
  choice,
  onChange,
  followsSetting,
  hasDescription,
  label = 'Email the requester',
}: Props) {
  const { canMail, isKnown, mailsByDefault } = useMailSettings()
  return (
    <Checkbox
      size="sm"
      label={label}
      {...(hasDescription && { description: descriptionOf(canMail || !isKnown) })}
      {...(!canMail && { title: 'No email server is set up' })}
      disabled={!canMail}
      checked={canMail && (choice === '' ? followsSetting && mailsByDefault : choice === 'yes')}
      onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : 'no')}
    />
  )
}

const descriptionOf = (canMail: boolean) =>
  canMail
    ? 'Once, with the tracking number. It leaves after a minute, so that Undo can take it back.'
    : 'No email server is set up. Whoever runs this product can set SMTP_URL.'
