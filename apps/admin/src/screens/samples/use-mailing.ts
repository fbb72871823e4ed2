import { useGetLeadRoutingSettings } from '@app/api-client'
import type { MailChoice } from './request-form.ts'

export function useMailSettings() {
  const settings = useGetLeadRoutingSettings().data?.data
  const canMail = settings?.canMail ?? false
  return { canMail, isKnown: settings !== undefined, mailsByDefault: canMail && (settings?.mailsRequesters ?? false) }
}

/** For a choice, the members and the toast text for requests that become processed. */
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
