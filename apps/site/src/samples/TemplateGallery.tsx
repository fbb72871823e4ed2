import { type ActiveSampleTemplate, useListActiveSampleTemplates } from '@app/api-client'
import { useState } from 'react'
import { QueryProvider } from '../forms/QueryProvider.tsx'
import buttons from '../components/buttons.module.css'
import { jumpToSection } from '../lib/scroll-to-section.ts'
import { useIsRunning } from '../startup/use-is-running.ts'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { askFor, choiceOf, useAskedFor } from './asked-template.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import styles from './TemplateGallery.module.css'

/** The templates that staff offer to visitors, each with a button that puts it into the form below. */
export function TemplateGallery() {
  useMarkReady('template-list')
  return (
    <QueryProvider>
      <Templates />
    </QueryProvider>
  )
}

function Templates() {
  const query = useListActiveSampleTemplates()
  const { data, isError } = query
  const isRunning = useIsRunning()
  if (isRunning && isError) {
    return (
      <LoadFailure query={query} className={styles.message}>
        The pieces could not be loaded. The pack is yours all the same.
      </LoadFailure>
    )
  }
  if (!isRunning || !data) return <Loading />
  if (data.data.length === 0) {
    return (
      <p className={styles.message}>
        Right now the pack is all there is. Tell us in the notes what you mail, and we look for something close.
      </p>
    )
  }
  return (
    <>
      <p className={styles.message}>Is one of these close to what you mail? Ask for it, and it comes with your pack.</p>
      <ul className={styles.templates}>
        {data.data.map((template) => (
          <Template key={template.id} template={template} />
        ))}
      </ul>
    </>
  )
}

/** Placeholders of the size of a template, so that the layout hardly shifts when the templates arrive. */
const Loading = () => (
  <div className={styles.loading} aria-busy="true">
    <p className={styles.hidden}>Loading the pieces</p>
    <ul className={styles.templates} aria-hidden="true">
      {['first', 'second', 'third'].map((place) => (
        <li key={place} className={styles.template}>
          <div className={styles.frame} />
        </li>
      ))}
    </ul>
  </div>
)

const kinds = { postcard: 'Postcard', letter: 'Letter' }

function Template({ template }: { template: ActiveSampleTemplate }) {
  const { id, name, type, description } = template
  const choice = choiceOf(template)
  const isAsked = useAskedFor().choice === choice
  const ask = () => {
    askFor(isAsked ? '' : choice)
    if (!isAsked) jumpToSection('request')
  }
  return (
    <li className={styles.template} data-asked={isAsked || undefined}>
      <div className={styles.frame}>
        <Picture template={template} />
      </div>
      <h3 id={`template-${id}`} dir="auto" title={name}>
        {name}
      </h3>
      <p className={styles.kind}>{kinds[type]}</p>
      {description && <p dir="auto">{description}</p>}
      <button
        type="button"
        className={isAsked ? buttons.primary : buttons.secondary}
        aria-pressed={isAsked}
        aria-describedby={`template-${id}`}
        onClick={ask}
      >
        {isAsked ? 'In Your Request' : 'Ask for This Piece'}
      </button>
    </li>
  )
}

/** The front, or the back when there is no other picture. Without one that loads, a blank sheet. */
function Picture({ template: { name, type, frontImageUrl, backImageUrl } }: { template: ActiveSampleTemplate }) {
  const [isBroken, setBroken] = useState(false)
  const url = frontImageUrl || backImageUrl
  return (
    <div className={styles.piece} data-type={type}>
      {url && !isBroken ? (
        <img
          src={url}
          alt={`${name}, ${frontImageUrl ? 'front' : 'back'}`}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        <span className={styles.blank}>No picture yet</span>
      )}
    </div>
  )
}
