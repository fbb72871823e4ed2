import type { SampleRequest } from '@app/api-client'
import { Button } from '@mantine/core'
import { PrintButtons } from './PrintButtons.tsx'
import { requestsText, useRequestMarks } from './use-request-marks.ts'

type Props = { chosen: SampleRequest[]; canEdit: boolean }

/** Bulk actions for the selected requests. They stay selected: what was marked is often printed next. */
export const RequestActions = ({ chosen, canEdit }: Props) => (
  <>
    {canEdit && <MarkButtons chosen={chosen} />}
    <PrintButtons requests={chosen} canEdit={canEdit} />
  </>
)

function MarkButtons({ chosen }: { chosen: SampleRequest[] }) {
  const { pending, start } = useRequestMarks()
  const chosenThatAre = (processed: boolean) => chosen.filter((request) => request.processed === processed)
  const printed = chosen.filter(({ printedAt }) => printedAt)
  const writes = (processed: boolean) =>
    pending !== undefined && 'processed' in pending && pending.processed === processed
  return (
    <>
      {([true, false] as const).map((processed) => (
        <Button
          key={String(processed)}
          size="compact-sm"
          {...(!processed && { variant: 'default' })}
          disabled={chosenThatAre(!processed).length === 0 || writes(!processed)}
          loading={writes(processed)}
          onClick={() =>
            start({
              requests: chosenThatAre(!processed),
              change: { processed },
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
          loading={pending !== undefined && 'printed' in pending}
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
