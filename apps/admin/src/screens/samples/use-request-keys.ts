import type { SampleRequest } from '@app/api-client'
import { useKeys } from '../../components/single-keys.ts'
import { focusedRecord } from '../../list/table-rows.ts'
import { useMailing } from './use-mailing.ts'
import { useRequestMarks } from './use-request-marks.ts'

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
