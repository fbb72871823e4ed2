import { fieldNames } from '@app/labels'
import {
  bleedInches,
  PostcardBack,
  postcardFormats,
  PostcardFront,
  type PostcardSize,
  recipients,
  safeInches,
} from '@app/mail-piece'
import { useState, type CSSProperties } from 'react'
import { Section } from '../layout/Section.tsx'
import field from '../forms/Field.module.css'
import styles from './PieceStudio.module.css'

const sizes = fieldNames(postcardFormats)
const overlays = ['Bleed', 'Safe area', 'Address zone'] as const
const start = { first_name: 'Dana', offer: '$25', city: 'Tulsa' }
const labels: typeof start = { first_name: 'First name', offer: 'Offer', city: 'City' }
/** Maximum length of a merge field value. */
const maxCharacters = 24

type Side = 'front' | 'back'

/** Explains why the card differs from the input, if it does. */
function noteOn(text: string, sample: string): string | null {
  if (!text.trim()) return `This field is empty, so the card shows ${sample}.`
  return text.length === maxCharacters ? `You have reached the limit of ${maxCharacters} characters.` : null
}

/** Redraws the piece as the visitor types a name, an offer, and a city. */
export function PieceStudio() {
  const [typed, setTyped] = useState(start)
  const [size, setSize] = useState<PostcardSize>('4.25x6')
  const [side, setSide] = useState<Side>('front')
  const [shown, setShown] = useState<readonly string[]>([])
  const show = (name: string, isShown: boolean) =>
    setShown((all) => [...all.filter((one) => one !== name), ...(isShown ? [name] : [])])

  return (
    <Section
      id="studio"
      title="Type it, see it typeset"
      intro="Your request fills in the merge fields. Type your own words and see the card a recipient would get."
    >
      <div className={styles.studio}>
        <div className={styles.controls}>
          {fieldNames(labels).map((name) => (
            <MergeField
              key={name}
              name={name}
              text={typed[name]}
              onText={(text) => setTyped((others) => ({ ...others, [name]: text }))}
            />
          ))}
          <fieldset className={styles.choice}>
            <legend>Size</legend>
            {sizes.map((one) => (
              <label key={one}>
                <input type="radio" name="size" checked={size === one} onChange={() => setSize(one)} />
                {postcardFormats[one].label}
              </label>
            ))}
          </fieldset>
          <fieldset className={styles.choice}>
            <legend>Side</legend>
            {(['front', 'back'] as const).map((one) => (
              <label key={one}>
                <input type="radio" name="side" checked={side === one} onChange={() => setSide(one)} />
                {one === 'front' ? 'Front' : 'Back'}
              </label>
            ))}
          </fieldset>
          <fieldset className={styles.choice}>
            <legend>Show</legend>
            {overlays.map((one) => (
              <label key={one}>
                <input
                  type="checkbox"
                  checked={shown.includes(one)}
                  onChange={(event) => show(one, event.currentTarget.checked)}
                />
                {one}
              </label>
            ))}
          </fieldset>
        </div>
        <Preview typed={typed} size={size} side={side} shown={shown} />
      </div>
    </Section>
  )
}

interface MergeFieldProps {
  name: keyof typeof start
  text: string
  onText: (text: string) => void
}

const MergeField = ({ name, text, onText }: MergeFieldProps) => (
  <div className={field.field}>
    <label htmlFor={`studio-${name}`}>{labels[name]}</label>
    <input
      type="text"
      id={`studio-${name}`}
      aria-describedby={`studio-${name}-note`}
      name={name}
      value={text}
      maxLength={maxCharacters}
      autoComplete="off"
      onInput={({ currentTarget: { value } }) => onText(value)}
    />
    <p id={`studio-${name}-note`} role="status" className={field.hint}>
      {noteOn(text, start[name])}
    </p>
  </div>
)

interface PreviewProps {
  typed: typeof start
  size: PostcardSize
  side: Side
  shown: readonly string[]
}

/** The piece with the typed values, and sample values for empty fields. */
function Preview({ typed, size, side, shown }: PreviewProps) {
  const merged = (name: keyof typeof start) => typed[name].trim() || start[name]
  const fields = { first_name: merged('first_name'), offer: merged('offer'), city: merged('city') }
  const recipient = { ...recipients.dana, fields: { ...recipients.dana.fields, ...fields } }
  return (
    <div className={styles.table}>
      <div
        role="img"
        aria-label={`${side === 'front' ? 'Front' : 'Back'} of a postcard for ${fields.first_name} in ${fields.city}`}
        className={styles.piece}
        data-size={size}
      >
        {side === 'front' ? (
          <PostcardFront size={size} recipient={recipient} />
        ) : (
          <PostcardBack size={size} recipient={recipient} />
        )}
        <Overlays size={size} side={side} shown={shown} />
      </div>
      <p className={styles.legend}>
        {postcardFormats[size].label}, {bleedInches} in of bleed, text {safeInches} in inside the trim.
      </p>
    </div>
  )
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** Bleed, safe area, and address zone, drawn over the piece to scale. */
function Overlays({ size, side, shown }: Omit<PreviewProps, 'typed'>) {
  const { trim, inkFree } = postcardFormats[size]
  const inset = (inches: number): CSSProperties => ({
    inset: `${percent(inches, trim.height)} ${percent(inches, trim.width)}`,
  })
  return (
    <>
      {shown.includes('Bleed') && <div className={styles.bleed} style={inset(-bleedInches)} />}
      {shown.includes('Safe area') && <div className={styles.safe} style={inset(safeInches)} />}
      {shown.includes('Address zone') && side === 'back' && (
        <div
          className={styles.zone}
          style={{
            right: percent(inkFree.right, trim.width),
            bottom: percent(inkFree.bottom, trim.height),
            width: percent(inkFree.width, trim.width),
            height: percent(inkFree.height, trim.height),
          }}
        />
      )}
    </>
  )
}
