import { type PublicSampleTemplate, useListPublicSampleTemplates } from '@app/api-client'
import { useState } from 'react'
import { QueryProvider } from '../forms/QueryProvider.tsx'
import buttons from '../components/buttons.module.css'
import { jumpToSection } from '../lib/scroll-to-section.ts'
import { useIsHydrated } from '../startup/use-is-hydrated.ts'
import { choiceOf, sampleDraft, useChosenTemplate } from './sample-form.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import styles from './TemplateGallery.module.css'

/** The templates that staff offer, each with a button that adds it to the form below. */
export const TemplateGallery = () => (
  <QueryProvider>
    <Templates />
  </QueryProvider>
)

function Templates() {
  const query = useListPublicSampleTemplates()
  const { data, isError } = query
  const isHydrated = useIsHydrated()
  if (isHydrated && isError) {
    return (
      <LoadFailure query={query} className={styles.message}>
        The list of pieces could not be loaded. You can still request the pack below.
      </LoadFailure>
    )
  }
  if (!isHydrated || !data) return <Loading />
  if (data.data.length === 0) {
    return (
      <p className={styles.message}>
        We only have the standard pack right now. Tell us in the notes what you mail, and we’ll look for something
        close.
      </p>
    )
  }
  return (
    <>
      <p className={styles.message}>Is one of these close to what you mail? Add it to your pack.</p>
      <ul className={styles.templates}>
        {data.data.map((template) => (
          <Template key={template.id} template={template} />
        ))}
      </ul>
    </>
  )
}

/** Placeholders of a template's size, so that the layout barely shifts when the templates arrive. */
const Loading = () => (
  <div className={styles.loading} aria-busy="true">
    <p className="visually-hidden">Loading the pieces</p>
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

function Template({ template }: { template: PublicSampleTemplate }) {
  const { id, name, type, description } = template
  const choice = choiceOf(template)
  const [chosen, choose] = useChosenTemplate(sampleDraft('samples'))
  const isChosen = chosen === choice
  const toggle = () => {
    choose(isChosen ? '' : choice)
    if (!isChosen) jumpToSection('request')
  }
  return (
    <li className={styles.template} data-chosen={isChosen || undefined}>
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
        className={isChosen ? buttons.primary : buttons.secondary}
        aria-pressed={isChosen}
        aria-describedby={`template-${id}`}
        onClick={toggle}
      >
        {isChosen ? 'In Your Request' : 'Add to My Request'}
      </button>
    </li>
  )
}

/** The front, otherwise the back. A blank sheet if there is no picture or it fails to load. */
function Picture({ template: { name, type, frontImageUrl, backImageUrl } }: { template: PublicSampleTemplate }) {
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
