import { homeMeta } from '../content/home.ts'
import { SitePage } from '../layout/SitePage.tsx'
import { BrokenLinkNotes } from '../sections/BrokenLinkNotes.tsx'
import { CallToAction } from '../sections/CallToAction.tsx'
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
      <CallToAction />
      <Contact />
    </SitePage>
  )
}
