import type { SampleRequest } from '@app/api-client'
import { Checkbox, Radio, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '../../people/full-name.ts'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import { useStored } from '../../components/use-stored.ts'
import { valueOf } from '../../list/use-url-state.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useStaff } from '../../session/use-staff.ts'
import { MailChoiceBox } from './MailChoiceBox.tsx'
import type { SheetCheck, SheetName } from './print/print-sheet.ts'
import styles from './PrintDialog.module.css'
import type { MailChoice } from './request-form.ts'
import { usePrinting, useSheetCheck } from './use-printing.ts'
import { ErrorNotice } from '../../components/Notices.tsx'
import type { Unprintable } from './print/unprintable.ts'

const sheets: { value: SheetName; label: string; description: string }[] = [
  { value: 'labels-4x6', label: 'Labels 4×6', description: 'For a label printer, one label per page' },
  { value: 'labels-avery-5160', label: 'Avery 5160', description: '30 labels on a letter-size sheet' },
  { value: 'packing-slips', label: 'Packing slips', description: 'One letter-size page per request' },
]

/** Labels per sheet. On a partly used sheet, the first ones are gone. */
const labelsOnSheet = 30
const isLabel = (number: number): boolean => Number.isInteger(number) && number >= 1 && number <= labelsOnSheet

type Requests = readonly SampleRequest[]

/** True if a colleague printed the request, so printing it again might send the samples twice. */
const isPrintedBy = (self: string | undefined) => (request: SampleRequest) =>
  request.printedBy !== undefined && request.printedBy !== self

interface Choice {
  printsAgain: boolean
  printsBoxes: boolean
}

/** The requests to put on the sheet, and those whose addresses can (`whole`) or can't (`broken`) be printed in full. */
function sortedOut(requests: Requests, printed: Requests, check: SheetCheck | undefined, choice: Choice) {
  const wanted = choice.printsAgain ? requests : requests.filter((request) => !printed.includes(request))
  const ids = new Set(check?.unprintable.map(({ request }) => request.id))
  const whole = wanted.filter(({ id }) => !ids.has(id))
  return { whole, onSheet: choice.printsBoxes ? wanted : whole, broken: wanted.filter(({ id }) => ids.has(id)) }
}

type Props = { requests: SampleRequest[]; canEdit: boolean; onClose: () => void }

/** Prints address labels or packing slips as a PDF file, and optionally marks the requests. */
export function PrintDialog({ requests, canEdit, onClose }: Props) {
  const self = useStaff()?.name
  const [lastSheet, setSheet] = useStored('last-sheet', '')
  // Another release may have stored it.
  const sheet = valueOf(sheets, lastSheet) ?? 'labels-4x6'
  const [marksProcessed, setMarksProcessed] = useStored('print-marks-processed', true)
  const [label, setLabel] = useState('1')
  const [mails, setMails] = useState<MailChoice>('')
  const [choice, setChoice] = useState<Choice>({ printsAgain: false, printsBoxes: false })
  const [isPrinting, setPrinting] = useState(false)
  const check = useSheetCheck(sheet, requests)
  const print = usePrinting()
  const oneAtATime = useOneAtATime()

  const printed = requests.filter(isPrintedBy(self))
  const { whole, onSheet, broken } = sortedOut(requests, printed, check.data, choice)
  const processes = canEdit && marksProcessed
  const isOfAvery = sheet === 'labels-avery-5160'
  const canPrint = check.isSuccess && onSheet.length > 0 && (!isOfAvery || isLabel(Number(label)))
  /** Requests that this account already printed, for another sheet, keep their marks. */
  const needsMark = (request: SampleRequest) =>
    request.printedBy === undefined || request.printedBy !== self || (processes && !request.processed)

  const submit = async () => {
    setPrinting(true)
    const note = broken.length > 0 && !choice.printsBoxes ? `Left out: ${broken.map(fullName).join(', ')}.` : undefined
    const marked = canEdit ? whole.filter(needsMark) : []
    const hasFile = await print({
      sheet,
      firstLabel: Number(label),
      requests: onSheet,
      marked,
      processes,
      mails,
      note,
    })
    setPrinting(false)
    if (hasFile) onClose()
  }
  return (
    <FormDialog
      title={canEdit ? 'Print and mark sent' : 'Print'}
      action={actionText(onSheet.length, processes)}
      canSubmit={canPrint}
      isDirty={false}
      isSaving={isPrinting}
      onClose={onClose}
      onSubmit={() => canPrint && oneAtATime(submit)}
    >
      <Sheets sheet={sheet} onSheet={setSheet} />
      {isOfAvery && <FirstLabel label={label} onLabel={setLabel} />}
      <SheetNotices check={check} requests={requests} printed={printed} choice={choice} onChange={setChoice} />
      {canEdit && (
        <Checkbox
          size="sm"
          label="Mark as processed: samples have been sent"
          checked={marksProcessed}
          onChange={(event) => setMarksProcessed(event.currentTarget.checked)}
        />
      )}
      {processes && <MailChoiceBox label="Email the requesters" choice={mails} followsSetting onChange={setMails} />}
    </FormDialog>
  )
}

const actionText = (count: number, processes: boolean) =>
  count === 0 ? 'Print' : `Print ${count.toLocaleString('en-US')}${processes ? ' and mark sent' : ''}`

const FirstLabel = ({ label, onLabel }: { label: string; onLabel: (label: string) => void }) => (
  <TextInput
    type="number"
    className={styles.label}
    label="First free label"
    description="From 1 at the top left, row by row"
    min={1}
    max={labelsOnSheet}
    error={!isLabel(Number(label)) && 'Enter a number from 1 to 30'}
    value={label}
    onChange={(event) => onLabel(event.currentTarget.value)}
  />
)

type SheetsProps = { sheet: SheetName; onSheet: (sheet: SheetName) => void }

const Sheets = ({ sheet, onSheet }: SheetsProps) => (
  <Radio.Group label="Print" value={sheet} onChange={onSheet}>
    <div className={styles.sheets}>
      {sheets.map(({ value, label, description }) => (
        <Radio
          key={value}
          size="sm"
          label={label}
          description={description}
          value={value}
          data-autofocus={sheet === value || undefined}
        />
      ))}
    </div>
  </Radio.Group>
)

type NoticesProps = {
  check: ReturnType<typeof useSheetCheck>
  requests: Requests
  /** The requests that colleagues have printed. */
  printed: Requests
  choice: Choice
  onChange: (choice: Choice) => void
}

const namesOf = (found: readonly Unprintable[]) =>
  found.map(({ request, characters }) => `${fullName(request)} (${characters.join(' ')})`).join(', ')

/** Warnings about a sheet, with options to print the affected requests anyway. */
function SheetNotices({ check, requests, printed, choice, onChange }: NoticesProps) {
  const { unprintable = [], boxes = [], cut = [] } = check.data ?? {}
  return (
    <div className={styles.notices}>
      {check.isPending && <Skeleton height={20} role="status" aria-label="Checking the addresses" />}
      <ErrorNotice title="The fonts could not be loaded" query={check} />
      {printed.length > 0 && (
        <Notice
          text={printedText(printed, requests.length)}
          label={printed.length === 1 ? 'Print it again' : `Print these ${printed.length} again`}
          checked={choice.printsAgain}
          onChange={(printsAgain) => onChange({ ...choice, printsAgain })}
        />
      )}
      {unprintable.length > 0 && (
        <Notice
          text={`No font here has some of the characters in these addresses: ${namesOf(unprintable)}. ${
            unprintable.length === 1 ? 'It is left out and stays' : 'They are left out and stay'
          } pending.`}
          label={`Print ${unprintable.length === 1 ? 'it' : 'them'} with boxes, to correct by hand`}
          checked={choice.printsBoxes}
          onChange={(printsBoxes) => onChange({ ...choice, printsBoxes })}
        />
      )}
      {boxes.length > 0 && (
        <p className={styles.notice}>These notes have characters that are printed as boxes: {namesOf(boxes)}.</p>
      )}
      {cut.length > 0 && (
        <p className={styles.notice}>
          The label is too small for the full address of {cut.map(fullName).join(', ')}. The end of it is left out.
        </p>
      )}
    </div>
  )
}

type NoticeProps = { text: string; label: string; checked: boolean; onChange: (checked: boolean) => void }

const Notice = ({ text, label, checked, onChange }: NoticeProps) => (
  <div className={styles.notice}>
    <p>{text}</p>
    <Checkbox size="sm" label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
  </div>
)

function printedText(printed: Requests, count: number): string {
  const people = new Intl.ListFormat('en-US').format(
    new Set(printed.flatMap(({ printedBy }) => (printedBy === undefined ? [] : [printedBy]))),
  )
  const verb = printed.length === 1 ? 'was' : 'were'
  const subject = count === 1 ? 'This request' : `${printed.length} of these ${count} requests`
  return `${subject} ${verb} already printed by ${people}. Printing again may send the samples twice.`
}
