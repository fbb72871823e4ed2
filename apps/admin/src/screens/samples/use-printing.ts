import type { SampleRequest } from '@app/api-client'
import { showError } from '@app/ui/notify'
import { useQuery } from '@tanstack/react-query'
import { showSaved } from '../../components/toasts.tsx'
import { useBusinessDay } from '../../list/use-business-day.ts'
import { browser } from '../../urls/browser.ts'
import type { SheetName } from './print/print-sheet.ts'
import type { MailChoice } from './request-form.ts'
import { useMailing } from './MailChoiceBox.tsx'
import { useRequestMarks } from './use-request-marks.ts'

type Requests = readonly SampleRequest[]

// The PDF writer and the fonts are large, and only needed here.
const printer = () => import('./print/print-sheet.ts')

/** Checks the sheet of these requests. It runs on this device, so it works without a connection once it is loaded. */
export const useSheetCheck = (sheet: SheetName, requests: Requests) =>
  useQuery({
    queryKey: ['sheet-check', sheet, requests],
    queryFn: async () => (await printer()).checkSheet(sheet, [...requests]),
  })

export interface PrintOrder {
  sheet: SheetName
  firstLabel: number
  requests: Requests
  /** The requests to mark as printed. Requests printed with boxes are not marked, because they need correction by hand. */
  marked: Requests
  processes: boolean
  mails: MailChoice
  /** A sentence for the toast about requests that were left out. */
  note?: string | undefined
}

function inOrderOf(wanted: Requests, found: Requests): SampleRequest[] {
  const known = new Map(found.map((request) => [request.id, request]))
  return wanted.flatMap(({ id }) => known.get(id) ?? [])
}

const showNoFile = () =>
  showError({ title: 'Error', message: 'The file could not be created. Check your connection, then try again.' })

/**
 * Creates the PDF file of a sheet, marks its requests, and saves the file. They are marked first, so that only one of two
 * people who print the same requests gets the file.
 */
export function usePrinting() {
  const mailing = useMailing()
  const marks = useRequestMarks()
  const day = useBusinessDay()

  /** Resolves to true if there is a file. */
  return async ({ sheet, firstLabel, requests, marked, processes, mails, note }: PrintOrder): Promise<boolean> => {
    const fileName = `${sheet}-${day}.pdf`
    const draw = async (wanted: Requests) => (await printer()).drawSheet(sheet, [...wanted], firstLabel)
    try {
      // Drawn before the requests are marked: if the fonts fail to load, nothing was printed.
      const drawn = await draw(requests)
      if (marked.length === 0) {
        browser.saveFile(drawn, fileName)
        showSaved('The file was saved', undefined, note)
        return true
      }
      const mail = mailing(mails)
      const stored = await marks
        .mark({
          requests: marked,
          change: { printed: true, ...(processes && { processed: true, ...mail.change }) },
          note: [processes && mail.note, note].filter(Boolean).join(' ') || undefined,
          as: processes ? 'printed and processed' : 'printed',
          nothing: 'Nothing was printed. ',
          async before(now) {
            if (now.length === 0) return
            // A person may have been erased in the meantime.
            const others = requests.filter((request) => !marked.includes(request))
            const file = now.length === marked.length ? drawn : draw(inOrderOf(requests, [...now, ...others]))
            await Promise.resolve(file).then((made) => browser.saveFile(made, fileName), showNoFile)
          },
        })
        .catch(() => undefined)
      return stored !== undefined
    } catch {
      showNoFile()
      return false
    }
  }
}
