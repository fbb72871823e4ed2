import type { SampleRequest } from '@app/api-client'
import { showError } from '@app/ui/notify'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { requesterName } from './request-display.ts'

type Sheet = { name: string; text: string; draw: (requests: SampleRequest[]) => Promise<Uint8Array<ArrayBuffer>> }

// Drawn on demand: who only reads requests does not load it.
const labels = () => import('./print/mailing-labels.ts')
const slips = () => import('./print/packing-slips.ts')

const sheets: Sheet[] = [
  { name: 'labels-4x6', text: 'Labels 4×6', draw: async (requests) => (await labels()).parcelLabels(requests) },
  { name: 'labels-avery-5160', text: 'Avery 5160', draw: async (requests) => (await labels()).averyLabels(requests) },
  { name: 'packing-slips', text: 'Packing slips', draw: async (requests) => (await slips()).packingSlips(requests) },
]

/** Address labels and packing slips of the chosen requests, as PDF files. */
export function PrintButtons({ requests }: { requests: SampleRequest[] }) {
  const [drawing, setDrawing] = useState<string>()

  const save = async ({ name, draw }: Sheet) => {
    setDrawing(name)
    try {
      download(await draw(requests), `${name}-${new Date().toISOString().slice(0, 10)}.pdf`)
      await tellUnprintable(requests)
    } catch {
      showError({ title: 'Error', message: 'The file could not be made. Check your connection, then try again.' })
    } finally {
      setDrawing(undefined)
    }
  }
  return sheets.map((sheet) => (
    <Button
      key={sheet.name}
      size="compact-sm"
      variant="default"
      loading={drawing === sheet.name}
      onClick={() => void save(sheet)}
    >
      {sheet.text}
    </Button>
  ))
}

async function tellUnprintable(requests: SampleRequest[]) {
  const { hasUnprintable } = await import('./print/helvetica.ts')
  const faulty = requests.filter(({ addressLine1, addressLine2, city, company, ...request }) =>
    hasUnprintable(
      [requesterName({ ...request, addressLine1, city }), company, addressLine1, addressLine2, city].join(' '),
    ),
  )
  if (faulty.length === 0) return
  showError({
    title: 'Check before you print',
    message: `Letters the printer font does not have were replaced by "?" for ${faulty.map(requesterName).join(', ')}.`,
  })
}

function download(content: Uint8Array<ArrayBuffer>, name: string) {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to save by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
