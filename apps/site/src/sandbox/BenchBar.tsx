import { formatCount } from '@app/pricing'
import type { PieceSize } from '@app/print-engine/geometry'
import { useState } from 'react'
import { Select } from '../forms/Select.tsx'
import buttons from '../components/buttons.module.css'
import { copyText } from '../lib/copy-text.ts'
import { type Draft, firstDraft, withBody } from './draft.ts'
import { isLetter, sizeLabels, sizeOf, textAt, withSize, withText } from './sandbox-request.ts'
import { linkTo, longestLink } from './shared-link.ts'
import type { ChangeDraft } from './use-draft.ts'
import styles from './Workbench.module.css'

interface BenchBarProps {
  draft: Draft
  change: ChangeDraft
  /** What a link holds: the same without the key's ids. */
  shared: Draft
  note: string
  /** The button takes a key first. */
  takesKey: boolean
  isWorking: boolean
  proofIt: () => void
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys() loses the type of the keys.
const sizes = Object.keys(sizeLabels) as PieceSize[]

/** What is printed and how, and the buttons for all of it. */
export function BenchBar({ draft, change, shared, note, takesKey, isWorking, proofIt }: BenchBarProps) {
  const { body } = draft
  return (
    <div className={styles.bar}>
      <label className={styles.field}>
        Piece
        <Select
          value={sizeOf(body)}
          onChange={({ currentTarget: { value } }) =>
            change((before) =>
              withBody(before, withSize(before.body, sizes.find((size) => size === value) ?? '4.25x6')),
            )
          }
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {sizeLabels[size]}
            </option>
          ))}
        </Select>
      </label>
      <label className={styles.field}>
        Class
        <Select
          value={textAt(body, 'PostalClass')}
          onChange={({ currentTarget: { value } }) =>
            change((before) => withBody(before, withText(before.body, ['PostalClass'], value)))
          }
        >
          <option value="FirstClass">First Class</option>
          {isLetter(body) && <option value="Standard">Standard Mail</option>}
        </Select>
      </label>
      <button type="button" className={buttons.accent} aria-disabled={isWorking} onClick={proofIt}>
        {isWorking ? 'Working...' : takesKey ? 'Get a Key and Proof It' : 'Proof It'}
      </button>
      <LinkButton shared={shared} />
      <button type="button" className={styles.link} onClick={() => change(() => firstDraft)}>
        Start Over
      </button>
      <p role="status" className={styles.note}>
        {note || (takesKey && 'HTML of your own needs a sandbox key. The button takes one: free, no email.')}
      </p>
    </div>
  )
}

/** Copies an address under which others see the same. */
function LinkButton({ shared }: { shared: Draft }) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    const link = await linkTo(shared, location.origin)
    if (link.length > longestLink) {
      return setSaid(
        `Too much for an address: ${formatCount(link.length)} characters, and ${formatCount(longestLink)} are safe.`,
      )
    }
    const isCopied = await copyText(link)
    setSaid(
      isCopied
        ? 'Copied. The link holds the request and your HTML, not your key.'
        : 'The browser did not let us copy the link.',
    )
  }
  return (
    <>
      <button type="button" className={buttons.secondary} onClick={() => void copy()} onBlur={() => setSaid('')}>
        Copy a Link
      </button>
      <span role="status" className={styles.note}>
        {said}
      </span>
    </>
  )
}
