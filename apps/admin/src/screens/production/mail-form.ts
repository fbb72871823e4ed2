import type { PrintRunDetail, PrintRunMailing } from '@app/api-client'
import { optionalLine } from '../../components/text-rules.ts'

export type MailForm = { mailedOn: string; postOffice: string; statementNumber: string }

export const mailForm =
  (today: string) =>
  (run: PrintRunDetail | undefined): MailForm => ({
    mailedOn: run?.mailedOn ?? today,
    postOffice: run?.postOffice ?? '',
    statementNumber: run?.statementNumber ?? '',
  })

export const mailRules = (today: string) => ({
  mailedOn: (value: string) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(value)) return 'Enter the day'
    return value > today ? 'The day is in the future' : null
  },
  postOffice: optionalLine,
  statementNumber: optionalLine,
})

export const toMailing = ({ mailedOn, postOffice, statementNumber }: MailForm): PrintRunMailing => ({
  mailedOn,
  postOffice: postOffice.trim(),
  statementNumber: statementNumber.trim(),
})
