import { brand } from '@app/brand'
import { Link } from 'react-router-dom'
import { apiClaims } from '../content/claims.ts'
import { paths } from '../content/paths.ts'
import { apiPromises, printMeta } from '../content/print.ts'
import { postcardSizes } from '../content/sizes.ts'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { ExampleSample } from '../sections/CodeSample.tsx'
import { Figures } from '../sections/Figures.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { PieceStudio } from '../sections/PieceStudio.tsx'
import { Rows } from '../sections/Rows.tsx'
import { Steps } from '../sections/Steps.tsx'
import { TalkBand } from '../sections/TalkBand.tsx'

const steps = [
  { when: 'Your code', title: 'Send a request', text: 'A template, your data, and two addresses, as JSON.' },
  {
    when: 'Right away',
    title: 'See the proof',
    text: 'The piece as it will print, with its price. DryRun stops here.',
  },
  { when: 'On the press', title: 'We print and mail', text: 'Addressed, barcoded, and handed to USPS.' },
  { when: 'On its way', title: 'Track each piece', text: 'Printed, in transit, delivered, and scanned.' },
]

const formats = [
  {
    title: 'Postcards',
    text: `${postcardSizes} inches on 110 lb film laminated stock, printed on both sides.`,
    end: <Link to={paths.postcards}>Postcard API</Link>,
  },
  {
    title: 'Letters',
    text: '8.5x11 and 8.5x14 inches on 28 lb paper, First Class or Standard Mail.',
    end: <Link to={paths.letters}>Letter API</Link>,
  },
  {
    title: 'Prices',
    text: 'One price per piece, print and postage included, lower with each tier.',
    end: <Link to={paths.pricing}>See pricing</Link>,
  },
  {
    title: 'Sandbox',
    text: 'Template, data, and proof side by side. No account, no stamp.',
    end: <Link to={paths.sandbox}>Open the sandbox</Link>,
  },
  {
    title: 'Documentation',
    text: 'Your first proof in two minutes, and every request field explained.',
    end: <Link to={paths.docs}>Read the docs</Link>,
  },
  {
    title: 'Questions',
    text: 'Common questions before the first piece.',
    end: <Link to={paths.faq}>Read the FAQ</Link>,
  },
]

export function PrintPage() {
  return (
    <SitePage meta={printMeta} frame="print">
      <PageHero
        title="Print and mail from your code"
        actions={
          <>
            <ExternalLink href={brand.links.registerAccount} className={buttons.accentLarge}>
              Create an Account
            </ExternalLink>
            <ExternalLink href={brand.links.apiDocs} className={buttons.secondaryLarge}>
              API Reference
            </ExternalLink>
          </>
        }
        note="No contracts. No minimums."
        art={<ExampleSample name="postcard" />}
      >
        A REST print API for developers: send mail the way you send email. Templates with variable data, address
        verification, and per-piece tracking.
      </PageHero>
      <PieceStudio />
      <Section id="promises" title="Everything in one call">
        <Rows rows={apiPromises} />
      </Section>
      <Section id="how" title="From request to mailbox">
        <Steps steps={steps} />
      </Section>
      <Section id="figures" background="ink" title="Built to be built on">
        <Figures claims={apiClaims} />
      </Section>
      <Section id="formats" title="Learn more">
        <Rows rows={formats} />
      </Section>
      <TalkBand
        title="Building something that sends mail?"
        text="Tell us what it does. We’ve probably printed for something like it."
        action="Contact Sales Team"
      />
    </SitePage>
  )
}
