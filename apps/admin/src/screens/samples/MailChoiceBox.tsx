import { Checkbox } from '@mantine/core'
import type { MailChoice } from './request-form.ts'
import { useMailSettings } from './use-mailing.ts'

type Props = {
  choice: MailChoice
  onChange: (choice: MailChoice) => void
  /** True if the request is about to be processed, so the setting applies by default. */
  followsSetting: boolean
  label?: string
}

/** Shows whether the email will be sent, and lets staff decide. */
export function MailChoiceBox({ choice, onChange, followsSetting, label = 'Email the requester' }: Props) {
  const { canMail, isKnown, mailsByDefault } = useMailSettings()
  return (
    <Checkbox
      size="sm"
      label={label}
      description={descriptionOf(canMail || !isKnown)}
      {...(!canMail && { title: 'No email server is set up' })}
      disabled={!canMail}
      checked={canMail && (choice === '' ? followsSetting && mailsByDefault : choice === 'yes')}
      onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : 'no')}
    />
  )
}

const descriptionOf = (canMail: boolean) =>
  canMail
    ? 'Once, with the tracking number. It is sent after a minute, so you can undo it.'
    : 'No email server is set up. Set SMTP_URL on the server to send email.'
