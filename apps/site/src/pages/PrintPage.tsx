import { brand } from '@app/brand'
import { Link } from 'react-router-dom'
import { apiClaims } from '../content/claims.ts'
import { paths } from '../content/paths.ts'
import { apiPromises, printMeta } from '../content/print.ts'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { large } from '../components/large.ts'
import { Section } from '../components/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { ExampleSample } from '../sections/CodeSample.tsx'
import { Figures } from '../sections/Figures.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { PieceStudio } from '../sections/PieceStudio.tsx'
import { Rows } from '../sections/Rows.tsx'
import { Steps } from '../sections/Steps.tsx'
import { TalkBand } from '../sections/TalkBand.tsx'

const steps = [
  { when: 'Your code', title: 'Post a request', text: 'A template, your data and two addresses, as JSON.' },
  { when: 'At once', title: 'See the proof', text: 'The piece as it will print, with its price. DryRun stops here.' },
  { when: 'On the press', title: 'We print and mail', text: 'Addressed, barcoded and handed to the postal service.' },
  { when: 'On its way', title: 'Follow each piece', text: 'Printed, in transit, delivered and scanned.' },
]

const formats = [
  {
    title: 'Postcards',
    text: '4.25x6, 6x9 and 6x11 inches on 110 lb film laminated stock, both sides yours.',
    end: <Link to={paths.postcards}>Postcard API</Link>,
  },
  {
    title: 'Letters',
    text: '8.5x11 and 8.5x14 inches on 28 lb paper, First Class or Standard Mail.',
    end: <Link to={paths.letters}>Letter API</Link>,
  },
  {
    title: 'Prices',
    text: 'One price a piece, print and postage included, lower with each tier.',
    end: <Link to={paths.pricing}>See pricing</Link>,
  },
  {
    title: 'Sandbox',
    text: 'A template, its data and the proof side by side. No account, no stamp.',
    end: <Link to={paths.sandbox}>Open the sandbox</Link>,
  },
  {
    title: 'Documentation',
    text: 'A first proof in two minutes, and every field of a request.',
    end: <Link to={paths.docs}>Read the docs</Link>,
  },
  {
    title: 'Questions',
    text: 'What developers ask before they send their first piece.',
    end: <Link to={paths.faq}>Read the FAQ</Link>,
  },
]

export function PrintPage() {
  return (
    <SitePage meta={printMeta} frame="print">
      <PageHero
        title="Print and mail from your code"
        intro={
          <p>
            A REST print API for developers: send mail like you send email, and hold it in your hand. Templates with
            variable data, verified addresses, per-piece tracking.
          </p>
        }
        actions={
          <>
            <ExternalLink href={brand.links.registerAccount} className={large(buttons.accent)}>
              Create an Account
            </ExternalLink>
            <Link to={`${paths.docs}#fields`} className={large(buttons.secondary)}>
              API Reference
            </Link>
          </>
        }
        note="No contracts. No minimums."
        art={<ExampleSample name="postcard" />}
      />
      <PieceStudio />
      <Section id="promises" title="What one call does">
        <Rows rows={apiPromises} />
      </Section>
      <Section id="how" title="From request to mailbox">
        <Steps steps={steps} />
      </Section>
      <Section id="figures" background="ink" title="Built to be built on">
        <Figures claims={apiClaims} />
      </Section>
      <Section id="formats" title="Go further">
        <Rows rows={formats} />
      </Section>
      <TalkBand
        title="Building something that mails?"
        text="Tell us what it does. We have probably printed for it before."
        action="Contact Sales Team"
      />
    </SitePage>
  )
}
