import { useGetLeadRoutingSettings } from '@app/api-client'
import { Checkbox } from '@mantine/core'
import type { MailChoice } from './request-form.ts'

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
      description={
        canMail || !isKnown
          ? 'Once, with the tracking number. It is sent after a minute, so you can undo it.'
          : 'No email server is set up. Set SMTP_URL on the server to send email.'
      }
      {...(!canMail && { title: 'No email server is set up' })}
      disabled={!canMail}
      checked={canMail && (choice === '' ? followsSetting && mailsByDefault : choice === 'yes')}
      onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : 'no')}
    />
  )
}

export function useMailSettings() {
  const settings = useGetLeadRoutingSettings().data?.data
  const canMail = settings?.canMail ?? false
  return { canMail, isKnown: settings !== undefined, mailsByDefault: canMail && (settings?.mailsRequesters ?? false) }
}

/** Returns the patch members and the toast text of a choice, for requests that become processed. */
export function useMailing() {
  const { canMail, mailsByDefault } = useMailSettings()
  return (choice: MailChoice = '') => {
    const goesOut = choice === '' ? mailsByDefault : canMail && choice === 'yes'
    return {
      change: choice === '' || !canMail ? {} : { notifyRequester: choice === 'yes' },
      note: goesOut ? 'Requesters not yet notified will be emailed in one minute.' : undefined,
    }
  }
}
