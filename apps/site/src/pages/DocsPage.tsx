import { brand } from '@app/brand'
import { formatUnitPrice, unitPrice } from '@app/pricing'
import { Link } from 'react-router-dom'
import { dryRunAnswer } from '../content/payloads.ts'
import { paths, printApiSchema } from '../content/paths.ts'
import { docsMeta, payloadFields, sandboxKeyDays } from '../content/print.ts'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { large } from '../components/large.ts'
import { Section } from '../components/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { AnswerSample, ExampleSample } from '../sections/CodeSample.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Back, Front } from '../components/Piece.tsx'
import { Proof } from '../sections/Proof.tsx'
import { Rows } from '../sections/Rows.tsx'
import styles from './DocsPage.module.css'

const price = formatUnitPrice(unitPrice('postcard-4.25x6', 1))

export function DocsPage() {
  return (
    <SitePage meta={docsMeta} frame="print">
      <PageHero
        title="Your first postcard, without a stamp"
        intro={
          <>
            <p>
              Copy the request below and send it. Without an account you get the exact price, a print-ready PDF, a
              picture of each side and a report of every check.
            </p>
            <p>
              Nothing is mailed yet: with DryRun set to false, a sandbox answers 403 with the code
              live_mode_unavailable.
            </p>
          </>
        }
        actions={
          <>
            <ExternalLink href={brand.links.apiDocs} className={large(buttons.accent)}>
              Open API Documentation
            </ExternalLink>
            <Link to={paths.sandbox} className={large(buttons.secondary)}>
              Open the Sandbox
            </Link>
          </>
        }
        art={
          <div className={styles.dry}>
            <Back size="4.25x6" label="Back of a 4.25x6 postcard, marked as a proof" />
            <span aria-hidden="true" className={styles.mark}>
              Proof <span>not mailed</span>
            </span>
          </div>
        }
        note={
          <>
            <Link to={paths.print}>Back to the Print API</Link> or{' '}
            <ExternalLink href={brand.links.registerAccount}>Create an Account</ExternalLink>
          </>
        }
      />
      <Section id="first" title="Check, price, proof" intro="Two minutes, and no account.">
        <div className={styles.first}>
          <ExampleSample name="dry-run" />
          <div>
            <ol className={styles.steps}>
              <li>Copy the cURL tab and run it. The answer holds the price and the links.</li>
              <li>Open PdfUrl: the file that a press would print. Each PngUrl is a picture of one of its pages.</li>
              <li>Read Checks: each finding has its page, its box in inches and what to do about it.</li>
              <li>
                Take a sandbox key with POST /v1/sandbox-keys. It needs no email and works for {sandboxKeyDays} days.
              </li>
              <li>Save HTML of your own with POST /v1/templates, and put its id into Front or Back.</li>
            </ol>
            <p className={styles.after}>
              The <Link to={paths.sandbox}>sandbox</Link> does all of it on one page.
            </p>
            <Proof caption={`The proof. As mail it costs ${price}, postage included.`}>
              <Front size="4.25x6" label="Front of a 4.25x6 postcard for Dana in Tulsa" />
            </Proof>
          </div>
        </div>
      </Section>
      <Section
        id="answer"
        title="What comes back"
        intro="Prices have at most four decimals and are never rounded. Links are signed, and end with the proof after 24 hours."
      >
        <div className={styles.answer}>
          <AnswerSample title="The proof" status="200 OK" body={dryRunAnswer} />
        </div>
      </Section>
      <Section id="fields" title="Every field of a request">
        <Rows rows={payloadFields} />
        <p>
          The same as a JSON Schema for your editor: <a href={printApiSchema}>print-api.schema.json</a>
        </p>
      </Section>
    </SitePage>
  )
}
