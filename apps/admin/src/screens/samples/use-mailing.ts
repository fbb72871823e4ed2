import { useGetDeskSettings } from '@app/api-client'
import type { MailChoice } from './request-form.ts'

/** Whether a mail can be sent, and whether requesters get one as long as nobody says otherwise. */
export function useMailSettings() {
  const settings = useGetDeskSettings().data?.data
  const canMail = settings?.canMail ?? false
  return { canMail, isKnown: settings !== undefined, mailsByDefault: canMail && (settings?.mailsRequesters ?? false) }
}

/** What is sent when requests become processed, and what is said then. */
export function useMailing(choice: MailChoice = '') {
  const { canMail, mailsByDefault } = useMailSettings()
  const goesOut = choice === '' ? mailsByDefault : canMail && choice === 'yes'
  return {
    change: choice === '' || !canMail ? {} : { mailRequester: choice === 'yes' },
    note: goesOut ? 'Requesters who have not been told yet get an email in a minute.' : undefined,
  }
}
