import type { SampleRequest } from '@app/api-client'
import { showError } from '@app/ui/notify'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import styles from './PrintButtons.module.css'
import { requesterName } from './request-display.ts'

type Pdf = Promise<Uint8Array<ArrayBuffer>>
type Sheet = { name: string; text: string; draw: (requests: SampleRequest[], firstLabel: number) => Pdf }

// Drawn on demand: who only reads requests does not load it.
const labels = () => import('./print/mailing-labels.ts')
const slips = () => import('./print/packing-slips.ts')

const parcel: Sheet = {
  name: 'labels-4x6',
  text: 'Labels 4×6',
  draw: async (requests) => (await labels()).parcelLabels(requests),
}
const avery: Sheet = {
  name: 'labels-avery-5160',
  text: 'Avery 5160',
  draw: async (requests, firstLabel) => (await labels()).averyLabels(requests, firstLabel),
}
const packing: Sheet = {
  name: 'packing-slips',
  text: 'Packing slips',
  draw: async (requests) => (await slips()).packingSlips(requests),
}

/** Labels on a sheet; of one that was used before, the first ones are gone. */
const labelsOnSheet = 30
const isLabel = (number: number) => Number.isInteger(number) && number >= 1 && number <= labelsOnSheet

/** Address labels and packing slips of the chosen requests, as PDF files. */
export function PrintButtons({ requests }: { requests: SampleRequest[] }) {
  const [drawing, setDrawing] = useState<string>()
  const [typed, setTyped] = useState('1')
  const firstLabel = Number(typed)

  const save = async ({ name, draw }: Sheet) => {
    setDrawing(name)
    try {
      const { inLatinLetters } = await import('./print/latin-letters.ts')
      const latin = await inLatinLetters(requests)
      download(await draw(latin.requests, firstLabel), `${name}-${new Date().toISOString().slice(0, 10)}.pdf`)
      const cut = name === avery.name ? (await labels()).cutOnAvery(latin.requests) : []
      tellWhatToCheck(latin.changed, cut)
    } catch {
      showError({ title: 'Error', message: 'The file could not be made. Check your connection, then try again.' })
    } finally {
      setDrawing(undefined)
    }
  }
  const buttonOf = (sheet: Sheet, isDisabled = false) => (
    <Button
      size="compact-sm"
      variant="default"
      loading={drawing === sheet.name}
      disabled={isDisabled}
      onClick={() => void save(sheet)}
    >
      {sheet.text}
    </Button>
  )
  return (
    <>
      {buttonOf(parcel)}
      <span className={styles.avery}>
        {buttonOf(avery, !isLabel(firstLabel))}
        <label className={styles.first}>
          from label
          <TextInput
            type="number"
            size="xs"
            min={1}
            max={labelsOnSheet}
            title="The first free label of the sheet, 1 to 30"
            error={!isLabel(firstLabel)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
      </span>
      {buttonOf(packing)}
    </>
  )
}

function tellWhatToCheck(changed: SampleRequest[], cut: SampleRequest[]) {
  const names = (requests: SampleRequest[]) => requests.map(requesterName).join(', ')
  const messages = [
    ...(changed.length > 0 ? [`Other alphabets were written in Latin letters for ${names(changed)}.`] : []),
    ...(cut.length > 0 ? [`The label is too small for the whole address of ${names(cut)}.`] : []),
  ]
  if (messages.length > 0) showError({ title: 'Check before you print', message: messages.join(' ') })
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
