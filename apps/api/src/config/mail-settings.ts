/** The email server that takes our mails, and whom they are from. */
export interface MailSettings {
  /** With user and password. */
  server: URL
  from: { name: string; address: string }
}

interface Given {
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

export const mailHint = 'must be the address of an email server, like smtps://user:password@mail.example.com'

/** Problems with the mail settings, by setting. */
export const mailProblems = ({ SMTP_URL: server }: Given): [string, string][] =>
  server && !URL.canParse(server) ? [['SMTP_URL', mailHint]] : []

/** Undefined while no email server is set up. */
export const mailSettings = (
  { SMTP_URL: server, MAIL_FROM: address }: Given,
  from: MailSettings['from'],
): MailSettings | undefined =>
  server ? { server: new URL(server), from: { ...from, ...(address && { address }) } } : undefined
