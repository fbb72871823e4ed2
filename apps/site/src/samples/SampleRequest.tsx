import { brand } from '@app/brand'
import { recipients } from '@app/mail-piece'
import { useState, type InputEvent, type ReactNode } from 'react'
import { stageDesigns } from '../content/designs.ts'
import { Section } from '../layout/Section.tsx'
import { EarlySubmitNote } from '../forms/EarlySubmitNote.tsx'
import { Island, lazyPart } from '../startup/WhenSeen.tsx'
import panel from '../components/panel.module.css'
import { Front } from '../components/Piece.tsx'
import { SamplePromise } from './SamplePromise.tsx'
import styles from './SampleRequest.module.css'

const form = 'sample-form'
const SampleForm = lazyPart('SampleForm', () => import('./SampleForm.tsx'))

interface SampleRequestProps {
  title: string
  intro: ReactNode
  /** Label of the event that the form belongs to. */
  event?: string
}

const { dana } = recipients
/** Longest name or city that fits the headline of a card. */
const maxCharacters = 24

/** The card in the pack, redrawn with the visitor's name as they type. */
function useOwnCard() {
  const [typed, setTyped] = useState({ firstName: '', city: '' })
  const onInput = ({ target }: InputEvent<HTMLElement>) => {
    if (target instanceof HTMLInputElement && target.name in typed) {
      setTyped({ ...typed, [target.name]: target.value.trim().slice(0, maxCharacters) })
    }
  }
  const name = typed.firstName || dana.fields.first_name
  const city = typed.city || dana.fields.city
  const fields = { ...dana.fields, ...(name && { first_name: name }), ...(city && { city }) }
  return { onInput, recipient: { ...dana, fields }, label: `The card in the pack, printed for ${name} in ${city}` }
}

/** The form, next to the steps that follow. */
export function SampleRequest({ title, intro, event }: SampleRequestProps) {
  const { onInput, ...card } = useOwnCard()
  return (
    <Section id="request" title={title} intro={intro} hasIsland>
      <div className={styles.split} onInput={onInput}>
        <div className={panel.panel}>
          <Island name={form}>
            <SampleForm event={event} />
          </Island>
          <EarlySubmitNote island={form} />
        </div>
        <div className={styles.next}>
          <h3>What happens next</h3>
          <ol className="marked">
            <li>We standardize your address.</li>
            <li>We print one piece of the pack with your name on it.</li>
            <li>
              Your samples ship First Class. <SamplePromise />
            </li>
          </ol>
          <p>
            Prefer to talk? <a href={brand.phone.href}>{brand.phone.display}</a>
          </p>
          <Front size="4.25x6" design={stageDesigns.acquisition} {...card} className={styles.card} />
        </div>
      </div>
    </Section>
  )
}
