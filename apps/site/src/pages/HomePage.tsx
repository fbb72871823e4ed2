import { brand, brokenLinkIds } from '@app/brand'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { homeClaims } from '../content/claims.ts'
import { customerStages, homeMeta, industries } from '../content/home.ts'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { Band } from '../sections/Band.tsx'
import { Contact } from '../sections/Contact.tsx'
import { Figures } from '../sections/Figures.tsx'
import { Hero } from '../sections/Hero.tsx'
import { Personalization } from '../sections/Personalization.tsx'
import { Products } from '../sections/Products.tsx'
import { Steps } from '../sections/Steps.tsx'
import styles from './HomePage.module.css'

export function HomePage() {
  return (
    <SitePage meta={homeMeta}>
      <BrokenLinkNotes />
      <Hero />
      <Industries />
      <Products />
      <Personalization />
      <Section
        id="use-cases"
        title="A piece for every stage of the journey"
        intro="The data that triggers an email can send a card, too. Pick the moment."
      >
        <Steps steps={customerStages} />
      </Section>
      <Numbers />
      <Band
        title="Put your next campaign in the mail"
        text="See a piece with your data on it, or sign in to your account."
        action="Get Demo"
      >
        <ExternalLink href={brand.links.customerPortal} className={buttons.secondaryLarge}>
          Customer Portal
        </ExternalLink>
      </Band>
      <Contact />
    </SitePage>
  )
}

/** Notes for visitors who scanned a QR code that does not work. The URL fragment shows one with CSS alone, without scripts. */
function BrokenLinkNotes() {
  return (
    <>
      <p id={brokenLinkIds.unknown} className={styles.note} data-background="ink">
        We don’t recognize the code you scanned, so we brought you to our home page. If you were looking for an offer,
        call us at <a href={brand.phone.href}>{brand.phone.display}</a>.
      </p>
      <p id={brokenLinkIds.ended} className={styles.note} data-background="ink">
        The offer you scanned has ended, so we brought you to our home page. Call us at{' '}
        <a href={brand.phone.href}>{brand.phone.display}</a> to hear about current offers.
      </p>
    </>
  )
}

function Industries() {
  return (
    <section aria-labelledby="industries-title" className={styles.strip} data-background="ink">
      <h2 id="industries-title" className={styles.title}>
        Mail for
      </h2>
      <ul className={styles.list}>
        {industries.map((industry) => (
          <li key={industry}>{industry}</li>
        ))}
      </ul>
    </section>
  )
}

function Numbers() {
  return (
    <Section
      id="about"
      background="ink"
      title="By the numbers"
      intro={`${brand.companyName} was founded in ${brand.foundedYear}. We print and mail for businesses and for the developers who build for them.`}
    >
      <Figures claims={homeClaims} />
    </Section>
  )
}
