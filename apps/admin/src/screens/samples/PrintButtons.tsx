import { type SampleRequest, setSampleRequestsPrinted, useGetAuthUser } from '@app/api-client'
import { showError } from '@app/ui/notify'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../../layout/Confirm.tsx'
import { showFailure } from '../../layout/toasts.tsx'
import type { PrintedSheet, SheetName } from './print/print-sheet.ts'
import styles from './PrintButtons.module.css'
import { putRequests } from './request-cache.ts'
import { requesterName } from './request-display.ts'

type Sheet = { name: SheetName; text: string }

const parcel: Sheet = { name: 'labels-4x6', text: 'Labels 4×6' }
const avery: Sheet = { name: 'labels-avery-5160', text: 'Avery 5160' }
const packing: Sheet = { name: 'packing-slips', text: 'Packing slips' }

/** Labels on a sheet. On a sheet that was used before, the first ones are gone. */
const labelsOnSheet = 30
const isLabel = (number: number) => Number.isInteger(number) && number >= 1 && number <= labelsOnSheet

/** Address labels and packing slips of the chosen requests, as PDF files. */
export function PrintButtons({ requests, canEdit }: { requests: SampleRequest[]; canEdit: boolean }) {
  const queryClient = useQueryClient()
  const self = useGetAuthUser({ query: { enabled: false } }).data?.data?.name
  const [asked, setAsked] = useState<Sheet>()
  const printed = requests.filter(({ printedBy }) => printedBy && printedBy !== self)
  const [drawing, setDrawing] = useState<string>()
  const [typed, setTyped] = useState('1')
  const firstLabel = Number(typed)

  const save = async ({ name }: Sheet) => {
    setDrawing(name)
    try {
      // The PDF writer and the fonts are large, and only needed here.
      const { printSheet } = await import('./print/print-sheet.ts')
      const sheet = await printSheet(name, requests, firstLabel)
      showWhatToCheck(sheet)
      download(sheet.file, `${name}-${new Date().toISOString().slice(0, 10)}.pdf`)
    } catch {
      return showError({
        title: 'Error',
        message: 'The file could not be made. Check your connection, then try again.',
      })
    } finally {
      setDrawing(undefined)
    }
    // Viewers print without leaving a mark.
    if (canEdit) await note()
  }
  const note = async () => {
    try {
      const { data } = await setSampleRequestsPrinted({ ids: requests.map(({ id }) => id) })
      await putRequests(queryClient, data)
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      showFailure(
        failure,
        'Failed to update sample request',
        'The file was saved, but colleagues do not see that you printed it.',
      )
    }
  }
  const buttonOf = (sheet: Sheet, isDisabled = false) => (
    <Button
      size="compact-sm"
      variant="default"
      loading={drawing === sheet.name}
      disabled={isDisabled}
      onClick={() => (printed.length > 0 ? setAsked(sheet) : void save(sheet))}
    >
      {sheet.text}
    </Button>
  )
  return (
    <>
      {buttonOf(parcel)}
      {buttonOf(packing)}
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
      {asked && (
        <Confirm
          opened
          title="Print again?"
          action="Print again"
          color="ink"
          onConfirm={() => {
            setAsked(undefined)
            void save(asked)
          }}
          onClose={() => setAsked(undefined)}
        >
          {printedText(printed, requests.length)}
        </Confirm>
      )}
    </>
  )
}

function printedText(printed: SampleRequest[], count: number): string {
  const people = [...new Set(printed.map(({ printedBy }) => printedBy))].join(', ')
  const subject = count === 1 ? 'This request was' : `${printed.length} of these ${count} requests were`
  return `${subject} already printed by ${people}. Printing again may send the samples twice.`
}

function showWhatToCheck({ unprintable, cut }: PrintedSheet) {
  const missing = unprintable.map(({ request, characters }) => `${characters.join(' ')} (${requesterName(request)})`)
  const messages = [
    ...(missing.length > 0 ? [`Boxes stand for characters that cannot be printed: ${missing.join(', ')}.`] : []),
    ...(cut.length > 0
      ? [`The label is too small for the whole address of ${cut.map(requesterName).join(', ')}.`]
      : []),
  ]
  // It stays until it is closed: the list has to be at hand when the sheets come out of the printer.
  if (messages.length > 0) {
    showError({ title: 'Check before you print', message: messages.join(' '), autoClose: false })
  }
}

function download(content: Uint8Array<ArrayBuffer>, name: string) {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}
