import type { SampleRequest } from '@app/api-client'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { MailChoiceBox } from './MailChoiceBox.tsx'
import { PrintButtons } from './PrintButtons.tsx'
import type { MailChoice } from './request-form.ts'
import { useMailing } from './use-mailing.ts'
import { requestsText, useRequestMarks } from './use-request-marks.ts'

type Props = { chosen: SampleRequest[]; canEdit: boolean }

/** Bulk actions for the selected requests. The selection stays, because marked requests are often printed next. */
export function RequestActions({ chosen, canEdit }: Props) {
  const [mails, setMails] = useState<MailChoice>('')
  return (
    <>
      {canEdit && <MarkButtons chosen={chosen} mails={mails} />}
      <PrintButtons requests={chosen} canEdit={canEdit} mails={mails} />
      {canEdit && <MailChoiceBox label="Email the requesters" choice={mails} followsSetting onChange={setMails} />}
    </>
  )
}

function MarkButtons({ chosen, mails }: { chosen: SampleRequest[]; mails: MailChoice }) {
  const mailing = useMailing(mails)
  const { pending, start } = useRequestMarks()
  const selectedWith = (processed: boolean) => chosen.filter((request) => request.processed === processed)
  const printed = chosen.filter(({ printedAt }) => printedAt)
  const writes = (processed: boolean) => pending?.processed === processed
  return (
    <>
      {([true, false] as const).map((processed) => (
        <Button
          key={String(processed)}
          size="compact-sm"
          {...(!processed && { variant: 'default' })}
          disabled={selectedWith(!processed).length === 0 || writes(!processed)}
          loading={writes(processed)}
          onClick={() =>
            start({
              requests: selectedWith(!processed),
              change: { processed, ...(processed && mailing.change) },
              ...(processed && { note: mailing.note }),
              saved: (count) => `${requestsText(count)} marked as ${processed ? 'processed' : 'pending'}`,
            })
          }
        >
          {processed ? 'Mark processed' : 'Mark pending'}
        </Button>
      ))}
      {printed.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={pending?.printed === false}
          onClick={() =>
            start({
              requests: printed,
              change: { printed: false },
              saved: (count) => `${requestsText(count)} marked as not printed`,
            })
          }
        >
          Mark not printed
        </Button>
      )}
    </>
  )
}
