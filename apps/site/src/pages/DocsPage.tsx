import { brand } from '@app/brand'
import { formatUnitPrice, unitPrice } from '@app/pricing'
import { Link } from 'react-router-dom'
import { dryRunResponse } from '../content/payloads.ts'
import { paths, printApiSchema } from '../content/paths.ts'
import { docsMeta, guides, payloadFields } from '../content/print.ts'
import { sandboxKeyDays } from '../content/sandbox-key.ts'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { ExampleWithText, ResponseSample } from '../sections/CodeSample.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Back, Front } from '../components/Piece.tsx'
import { PieceFigure } from '../sections/PieceFigure.tsx'
import { Rows } from '../sections/Rows.tsx'
import styles from './DocsPage.module.css'

const price = formatUnitPrice(unitPrice('postcard-4.25x6', 1))

export function DocsPage() {
  return (
    <SitePage meta={docsMeta} frame="print">
      <PageHero
        title="Your first postcard, no stamp needed"
        actions={
          <>
            <ExternalLink href={brand.links.apiDocs} className={buttons.accentLarge}>
              Open API Documentation
            </ExternalLink>
            <Link to={paths.sandbox} className={buttons.secondaryLarge}>
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
      >
        Copy the request below and send it. Without an account, you get the price, a print-ready PDF, a picture of each
        side, and a report of every check, and nothing is mailed: with DryRun set to false, the sandbox responds with
        403 and the code live_mode_unavailable. With an account, <Link to="/account/keys">create a key</Link> and send.
      </PageHero>
      <FirstProof />
      <Section
        id="answer"
        title="The response"
        intro="A unit price has up to four decimals; the total is in whole cents. Links are signed and expire after an hour."
      >
        <ResponseSample title="The proof" status="200 OK" body={dryRunResponse} />
      </Section>
      <Section id="guides" title="Guides">
        <Rows
          rows={Object.entries(guides).map(([tag, { title, text, action }]) => ({
            title,
            text,
            end: <a href={`${brand.links.apiDocs}#tag/${tag}`}>{action}</a>,
          }))}
        />
      </Section>
      <Section id="fields" title="Request fields">
        <Rows rows={payloadFields} />
        <p>
          Also available as a JSON Schema for your editor: <a href={printApiSchema}>print-api.schema.json</a>
        </p>
      </Section>
    </SitePage>
  )
}

function FirstProof() {
  return (
    <Section id="first" title="Check, price, proof" intro="Two minutes, no account.">
      <ExampleWithText name="dry-run" isSampleFirst>
        <ol className={`marked ${styles.steps}`}>
          <li>Copy the command from the cURL tab and run it. The response includes the price and the links.</li>
          <li>Open PdfUrl: it is the file a press would print. Each PngUrl is a picture of one page.</li>
          <li>Read Checks: each finding has a page, a box in inches, and a way to fix it.</li>
          <li>Get a sandbox key with POST /v1/sandbox-keys. It needs no email and works for {sandboxKeyDays} days.</li>
          <li>Save your own HTML with POST /v1/templates, and use its ID as Front or Back.</li>
        </ol>
        <p className={styles.after}>
          The <Link to={paths.sandbox}>sandbox</Link> does all of this on one page.
        </p>
        <PieceFigure caption={`The proof. Mailed, it costs ${price}, postage included.`}>
          <Front size="4.25x6" label="Front of a 4.25x6 postcard for Dana in Tulsa" />
        </PieceFigure>
      </ExampleWithText>
    </Section>
  )
}
