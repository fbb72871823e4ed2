import type { SampleRequest } from '@app/api-client'
import { Button, Menu } from '@mantine/core'
import { useKeys } from '../../components/keyboard.ts'
import { useMailing, useMailSettings } from './MailChoiceBox.tsx'
import { useRequestMarks } from './use-request-marks.ts'
import { focusedRecord } from '../../list/table-rows.ts'

type Props = { chosen: SampleRequest[]; canEdit: boolean; onPrint: () => void }

/** Bulk actions for the selected requests. The selection stays, because marked requests are often printed next. */
export function RequestActions({ chosen, canEdit, onPrint }: Props) {
  useKeys({ p: onPrint })
  return (
    <>
      <Button size="compact-sm" onClick={onPrint}>
        {canEdit ? 'Print and mark sent…' : 'Print…'}
      </Button>
      {canEdit && <Marks chosen={chosen} />}
    </>
  )
}

function Marks({ chosen }: { chosen: SampleRequest[] }) {
  const mailing = useMailing()
  const { canMail } = useMailSettings()
  const { pending, start } = useRequestMarks()
  const printed = chosen.filter(({ printedAt }) => printedAt)
  const selectedWith = (processed: boolean) => chosen.filter((request) => request.processed === processed)
  const markProcessed = (mails: '' | 'yes') => {
    const { change, note } = mailing(mails)
    start({ requests: selectedWith(false), change: { processed: true, ...change }, note, as: 'processed' })
  }
  const isBusy = pending !== undefined
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        disabled={selectedWith(false).length === 0 || pending?.processed === false}
        loading={pending?.processed === true}
        onClick={() => markProcessed('')}
      >
        Mark processed
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="compact-sm" variant="default" loading={isBusy && pending.processed !== true}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!canMail || selectedWith(false).length === 0} onClick={() => markProcessed('yes')}>
            Mark processed and email the requesters
          </Menu.Item>
          <Menu.Item
            disabled={selectedWith(true).length === 0}
            onClick={() => start({ requests: selectedWith(true), change: { processed: false }, as: 'pending' })}
          >
            Mark pending
          </Menu.Item>
          <Menu.Item
            disabled={printed.length === 0}
            onClick={() => start({ requests: printed, change: { printed: false }, as: 'not printed' })}
          >
            Mark not printed
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

type Requests = readonly SampleRequest[]

interface Keys {
  shown: Requests | undefined
  chosen: Requests
  canEdit: boolean
  onOpen: (id: string) => void
}

/** `m` marks the selected requests, or the focused one, as processed. `t` opens the focused one. */
export function useRequestKeys({ shown, chosen, canEdit, onOpen }: Keys): void {
  const { start } = useRequestMarks()
  const { note } = useMailing()()
  useKeys({
    m() {
      const requests = (chosen.length > 0 ? chosen : focusedRecord(shown)).filter(({ processed }) => !processed)
      if (!canEdit || requests.length === 0) return
      start({ requests, change: { processed: true }, as: 'processed', note })
    },
    t() {
      const [focused] = focusedRecord(shown)
      if (focused) onOpen(focused.id)
    },
  })
}
