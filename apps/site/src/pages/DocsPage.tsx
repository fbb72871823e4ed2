import { brand } from '@app/brand'
import { formatUnitPrice, unitPrice } from '@app/pricing'
import { Link } from 'react-router-dom'
import { dryRunPayload } from '../content/payloads.ts'
import { paths, printApiSchema } from '../content/paths.ts'
import { docsMeta, payloadFields } from '../content/print.ts'
import buttons from '../layout/buttons.module.css'
import { ExternalLink } from '../layout/ExternalLink.tsx'
import { large } from '../layout/large.ts'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { CodeSample } from '../sections/CodeSample.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Back, Front } from '../sections/Piece.tsx'
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
            <p>Sent with DryRun, this request brings a proof and a price. With DryRun set to false, it becomes mail.</p>
            <p>
              The print calls are a preview. The API documentation has those that answer today: demo requests, sample
              requests and the product list, beside the ones of our own staff.
            </p>
          </>
        }
        actions={
          <>
            <ExternalLink href={brand.links.apiDocs} className={large(buttons.accent)}>
              Open API Documentation
            </ExternalLink>
            <ExternalLink href={brand.links.registerAccount} className={large(buttons.secondary)}>
              Create an Account
            </ExternalLink>
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
        note={<Link to={paths.print}>Back to the Print API</Link>}
      />
      <Section id="first" title="Check, price, proof" intro="This is how it goes once the print API is open.">
        <div className={styles.first}>
          <CodeSample title="A dry run" method="POST" path="/v1/postcards" payload={dryRunPayload} />
          <div>
            <ol className={styles.steps}>
              <li>Create an account and copy its key.</li>
              <li>Put the ids of two of your templates into Front and Back.</li>
              <li>Fill VariablePayload with the merge fields they use.</li>
              <li>Send it. The response contains the proof and the price.</li>
              <li>Set DryRun to false when you like what you see.</li>
            </ol>
            <Proof caption={`The proof. As mail it costs ${price}, postage included.`}>
              <Front size="4.25x6" label="Front of a 4.25x6 postcard for Dana in Tulsa" />
            </Proof>
          </div>
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
