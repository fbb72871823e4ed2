import { brand } from '@app/brand'
import { homeMeta } from '../content/home.ts'
import { SitePage } from '../layout/SitePage.tsx'
import { BrokenLinkNotes } from '../sections/BrokenLinkNotes.tsx'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { large } from '../components/large.ts'
import { Band } from '../sections/Band.tsx'
import { Contact } from '../sections/Contact.tsx'
import { Hero } from '../sections/Hero.tsx'
import { Industries } from '../sections/Industries.tsx'
import { Numbers } from '../sections/Numbers.tsx'
import { Personalization } from '../sections/Personalization.tsx'
import { Products } from '../sections/Products.tsx'
import { UseCases } from '../sections/UseCases.tsx'

export function HomePage() {
  return (
    <SitePage meta={homeMeta}>
      <BrokenLinkNotes />
      <Hero />
      <Industries />
      <Products />
      <Personalization />
      <UseCases />
      <Numbers />
      <Band
        title="Put your next campaign in the mail"
        text="See a piece with your data on it, or sign in to your account."
        action="Get Demo"
      >
        <ExternalLink href={brand.links.customerPortal} className={large(buttons.secondary)}>
          Customer Portal
        </ExternalLink>
      </Band>
      <Contact />
    </SitePage>
  )
}
