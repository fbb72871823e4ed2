import type { SampleRequest } from '@app/api-client'
import { Checkbox, Skeleton } from '@mantine/core'
import { fullName } from '../../people/full-name.ts'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import styles from './PrintDialog.module.css'
import type { Unprintable } from './print/unprintable.ts'
import type { useSheetCheck } from './use-printing.ts'

type Requests = readonly SampleRequest[]

type Props = {
  check: ReturnType<typeof useSheetCheck>
  requests: Requests
  /** Those that colleagues have printed. */
  printed: Requests
  printsAgain: boolean
  printsBoxes: boolean
  onChange: (choice: { printsAgain?: boolean; printsBoxes?: boolean }) => void
}

const namesOf = (found: readonly Unprintable[]) =>
  found.map(({ request, characters }) => `${fullName(request)} (${characters.join(' ')})`).join(', ')

/** Warnings about a sheet, with options to print the affected requests anyway. */
export function SheetNotices({ check, requests, printed, printsAgain, printsBoxes, onChange }: Props) {
  const { unprintable = [], boxes = [], cut = [] } = check.data ?? {}
  return (
    <div className={styles.notices}>
      {check.isPending && <Skeleton height={20} role="status" aria-label="Checking the addresses" />}
      <ErrorNotice title="The fonts could not be loaded" query={check} />
      {printed.length > 0 && (
        <Notice
          text={printedText(printed, requests.length)}
          label={printed.length === 1 ? 'Print it again' : `Print these ${printed.length} again`}
          checked={printsAgain}
          onChange={(checked) => onChange({ printsAgain: checked })}
        />
      )}
      {unprintable.length > 0 && (
        <Notice
          text={`No font here has some of the characters in these addresses: ${namesOf(unprintable)}. ${
            unprintable.length === 1 ? 'It is left out and stays' : 'They are left out and stay'
          } pending.`}
          label={`Print ${unprintable.length === 1 ? 'it' : 'them'} with boxes, to correct by hand`}
          checked={printsBoxes}
          onChange={(checked) => onChange({ printsBoxes: checked })}
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
