import { type SampleRequest, useGetCurrentUser } from '@app/api-client'
import { showError } from '@app/ui/notify'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { browser } from '../../urls/browser.ts'
import { fullName } from '../../people/full-name.ts'
import { Confirm } from '../../components/Confirm.tsx'
import { useKeys } from '../../components/single-keys.ts'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import type { PrintedSheet, SheetName } from './print/print-sheet.ts'
import styles from './PrintButtons.module.css'
import type { MailChoice } from './request-form.ts'
import { useMailing } from './use-mailing.ts'
import { requestsText, useRequestMarks } from './use-request-marks.ts'

type Sheet = { name: SheetName; text: string }

const parcel: Sheet = { name: 'labels-4x6', text: 'Labels 4×6' }
const avery: Sheet = { name: 'labels-avery-5160', text: 'Avery 5160' }
const packing: Sheet = { name: 'packing-slips', text: 'Packing slips' }
const sheets = [parcel, avery, packing]

/** Labels on a sheet. On a partly used sheet, the first ones are gone. */
const labelsOnSheet = 30
const isLabel = (number: number): boolean => Number.isInteger(number) && number >= 1 && number <= labelsOnSheet

/** Printed by a colleague, so that a second print might send the samples twice. */
const isPrintedBy = (self: string | undefined) => (request: SampleRequest) =>
  request.printedBy !== undefined && request.printedBy !== self

type Question = { sheet: Sheet; printed: SampleRequest[] }

type Props = { requests: SampleRequest[]; canEdit: boolean; mails?: MailChoice }

/** Creates the PDF file of a sheet, marks its requests as printed, and downloads it. */
function usePrinting({ canEdit, mails }: Pick<Props, 'canEdit' | 'mails'>, firstLabel: number, alsoProcesses: boolean) {
  const mailing = useMailing(mails)
  const marks = useRequestMarks()
  const [drawing, setDrawing] = useState<SheetName>()

  const draw = async (sheet: Sheet, wanted: readonly SampleRequest[]) => {
    // The PDF writer and the fonts are large, and only needed here.
    const { printSheet } = await import('./print/print-sheet.ts')
    return printSheet(sheet.name, [...wanted], firstLabel)
  }
  /** Undefined if it failed, which was already shown. */
  const markPrinted = (wanted: readonly SampleRequest[]) =>
    marks
      .mark({
        requests: wanted,
        change: { printed: true, ...(alsoProcesses && { processed: true, ...mailing.change }) },
        ...(alsoProcesses && { note: mailing.note }),
        saved: (count) => `${requestsText(count)} marked as printed${alsoProcesses ? ' and processed' : ''}`,
        nothing: 'Nothing was printed. ',
      })
      .catch(() => undefined)
  const print = async (sheet: Sheet, wanted: readonly SampleRequest[]) => {
    setDrawing(sheet.name)
    try {
      // Rendered before the requests are marked: if the fonts fail to load, nothing was printed.
      let drawn = await draw(sheet, wanted)
      if (canEdit) {
        const marked = await markPrinted(wanted)
        if (!marked || marked.length === 0) return
        // A person may have been erased meanwhile.
        if (marked.length < wanted.length) drawn = await draw(sheet, inOrderOf(wanted, marked))
      }
      showWarnings(drawn)
      browser.saveFile(
        new Blob([drawn.file], { type: 'application/pdf' }),
        `${sheet.name}-${new Date().toISOString().slice(0, 10)}.pdf`,
      )
    } catch {
      showError({
        title: 'Error',
        message: 'The file could not be created. Check your connection, then try again.',
      })
    } finally {
      setDrawing(undefined)
    }
  }
  return { drawing, print }
}

/** A setting that this browser remembers. */
const useStored = <Value,>(key: string, defaultValue: Value) =>
  useLocalStorage({ key, defaultValue, getInitialValueInEffect: false })

/**
 * Address labels and packing slips of the selected requests, as PDF files. The requests are marked as printed first, so
 * that only one of two people who print the same requests gets the file.
 */
export function PrintButtons({ requests, canEdit, mails }: Props) {
  const self = useGetCurrentUser({ query: { enabled: false } }).data?.data?.name
  const oneAtATime = useOneAtATime()
  const [question, setQuestion] = useState<Question>()
  const [typed, setTyped] = useState('1')
  const [alsoProcesses, setAlsoProcesses] = useStored('printing-processes', false)
  const [lastSheet, setLastSheet] = useStored<SheetName>('last-sheet', parcel.name)
  const firstLabel = Number(typed)
  const { drawing, print } = usePrinting({ canEdit, ...(mails !== undefined && { mails }) }, firstLabel, alsoProcesses)

  const save = (sheet: Sheet, wanted: readonly SampleRequest[]) => {
    setLastSheet(sheet.name)
    oneAtATime(() => print(sheet, wanted))
  }
  const start = (sheet: Sheet) => {
    const printed = requests.filter(isPrintedBy(self))
    if (printed.length > 0) setQuestion({ sheet, printed })
    else save(sheet, requests)
  }
  const canPrint = (sheet: Sheet) => sheet !== avery || isLabel(firstLabel)
  useKeys({
    p() {
      const sheet = sheets.find(({ name }) => name === lastSheet) ?? parcel
      if (canPrint(sheet)) start(sheet)
    },
  })
  const answer = (wanted: readonly SampleRequest[]) => {
    setQuestion(undefined)
    if (question) save(question.sheet, wanted)
  }
  const button = (sheet: Sheet) => (
    <Button
      size="compact-sm"
      variant="default"
      loading={drawing === sheet.name}
      disabled={!canPrint(sheet)}
      onClick={() => start(sheet)}
    >
      {sheet.text}
    </Button>
  )
  return (
    <>
      {button(parcel)}
      {button(packing)}
      <span className={styles.avery}>
        {button(avery)}
        <FirstLabelField value={typed} onChange={setTyped} />
      </span>
      {canEdit && (
        <Checkbox
          size="sm"
          className={styles.also}
          label="Also mark processed"
          checked={alsoProcesses}
          onChange={(event) => setAlsoProcesses(event.currentTarget.checked)}
        />
      )}
      {question && (
        <PrintAgain
          printed={question.printed}
          requests={requests}
          onPrint={answer}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  )
}

const FirstLabelField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <label className={styles.first}>
    from label
    <TextInput
      type="number"
      size="xs"
      min={1}
      max={labelsOnSheet}
      title="First free label on the sheet, 1 to 30"
      error={!isLabel(Number(value))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </label>
)

type AgainProps = {
  printed: readonly SampleRequest[]
  requests: readonly SampleRequest[]
  onPrint: (requests: readonly SampleRequest[]) => void
  onClose: () => void
}

/** Asks before requests that a colleague has printed are printed again. */
function PrintAgain({ printed, requests, onPrint, onClose }: AgainProps) {
  const others = requests.filter((request) => !printed.includes(request))
  return (
    <Confirm
      opened
      title="Print again?"
      action="Print again"
      color="ink"
      onConfirm={() => onPrint(requests)}
      onClose={onClose}
    >
      {printedText(printed, requests.length)}
      {others.length > 0 && (
        <Button variant="default" mt="md" onClick={() => onPrint(others)}>
          Print only the other {others.length === 1 ? 'one' : others.length}
        </Button>
      )}
    </Confirm>
  )
}

function inOrderOf(wanted: readonly SampleRequest[], found: readonly SampleRequest[]): SampleRequest[] {
  const known = new Map(found.map((request) => [request.id, request]))
  return wanted.flatMap(({ id }) => known.get(id) ?? [])
}

function printedText(printed: readonly SampleRequest[], count: number): string {
  const people = [...new Set(printed.map(({ printedBy }) => printedBy))].join(', ')
  const subject = count === 1 ? 'This request was' : `${printed.length} of these ${count} requests were`
  return `${subject} already printed by ${people}. Printing again may send the samples twice.`
}

function showWarnings({ unprintable, cut }: PrintedSheet) {
  const missing = unprintable.map(({ request, characters }) => `${characters.join(' ')} (${fullName(request)})`)
  const messages = [
    ...(missing.length > 0 ? [`These characters can’t be printed and appear as boxes: ${missing.join(', ')}.`] : []),
    ...(cut.length > 0 ? [`The label is too small for the full address of ${cut.map(fullName).join(', ')}.`] : []),
  ]
  // Stays until it is closed, because the list is needed when the sheets come out of the printer.
  if (messages.length > 0) {
    showError({ title: 'Check before you print', message: messages.join(' '), autoClose: false })
  }
}
