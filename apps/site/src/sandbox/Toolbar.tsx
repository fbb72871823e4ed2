import { fieldNames } from '@app/labels'
import { pieceFormats } from '@app/mail-piece/formats'
import { formatCount } from '@app/pricing'
import type { PieceSize } from '@app/print-engine/geometry'
import { useState } from 'react'
import fields from '../forms/Field.module.css'
import { Select } from '../forms/Select.tsx'
import buttons from '../components/buttons.module.css'
import { copyText } from '@app/ui/copy-text'
import { type Draft, firstDraft, withBody, withoutKey } from './draft.ts'
import { isLetter, sizeLabel, sizeOf, textAt, withSize, withText } from './sandbox-request.ts'
import { linkTo, maxLinkLength } from './shared-link.ts'
import type { SandboxState } from './use-sandbox.ts'
import styles from './Sandbox.module.css'

const sizes = fieldNames(pieceFormats)

/** Size and mail class of the piece, and the buttons that act on the whole draft. */
export function Toolbar({ sandbox, proofIt }: { sandbox: SandboxState; proofIt: () => void }) {
  const { draft, change, replace, templates, createsKey, isWorking } = sandbox
  const { body } = draft
  const changeSize = (size: PieceSize) => {
    const resized = withSize(body, size)
    const resize = (before: Draft) => withBody(before, resized)
    // The templates of a postcard do not fit a letter.
    if (isLetter(resized) === isLetter(body)) change(resize)
    else replace(`Switched to the built-in ${isLetter(resized) ? 'letter' : 'postcard'}.`, resize)
  }
  return (
    <div className={styles.bar}>
      <label className={fields.field}>
        Piece
        <Select
          value={sizeOf(body)}
          onChange={({ currentTarget: { value } }) => changeSize(sizes.find((size) => size === value) ?? '4.25x6')}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {sizeLabel(size)}
            </option>
          ))}
        </Select>
      </label>
      <label className={fields.field}>
        Class
        <Select
          value={textAt(body, 'PostalClass')}
          onChange={({ currentTarget: { value } }) =>
            change((before) => withBody(before, withText(before.body, ['PostalClass'], value)))
          }
        >
          <option value="FirstClass">First Class</option>
          {isLetter(body) && <option value="Standard">Standard Mail (USPS Marketing Mail)</option>}
        </Select>
      </label>
      <button type="button" className={buttons.accent} aria-disabled={isWorking} onClick={proofIt}>
        {isWorking ? 'Working...' : createsKey ? 'Get a Key and Proof It' : 'Proof It'}
      </button>
      <LinkButton shared={withoutKey(draft, templates)} />
      <button type="button" className={styles.link} onClick={() => replace('Started over.', () => firstDraft)}>
        Start Over
      </button>
      <p role="status" className={styles.note}>
        {createsKey && 'Your own HTML needs a sandbox key. The button gets you one: free, no email.'}
      </p>
    </div>
  )
}

/** Copies a link that opens the same draft elsewhere, without the ids of templates that belong to the key. */
function LinkButton({ shared }: { shared: Draft }) {
  const [message, setMessage] = useState('')
  const copy = async () => {
    const link = await linkTo(shared, location.origin)
    if (link.length > maxLinkLength) {
      return setMessage(
        `Too long for a link: ${formatCount(link.length)} characters. The limit is ${formatCount(maxLinkLength)}.`,
      )
    }
    const isCopied = await copyText(link)
    setMessage(
      isCopied
        ? 'Copied. The link contains the request and your HTML, but not your key.'
        : 'Your browser blocked copying.',
    )
  }
  return (
    <>
      <button type="button" className={buttons.secondary} onClick={() => void copy()} onBlur={() => setMessage('')}>
        Copy a Link
      </button>
      <span role="status" className={styles.note}>
        {message}
      </span>
    </>
  )
}
