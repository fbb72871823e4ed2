import { mortgageClaims } from '../content/claims.ts'
import { lenderDesigns } from '../content/designs.ts'
import { audienceModels, mortgageMeta, mortgageOffers } from '../content/marketing.ts'
import buttons from '../components/buttons.module.css'
import { Section } from '../components/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { EnvelopeToBorrower } from '../sections/Envelope.tsx'
import { Figures } from '../sections/Figures.tsx'
import { LoanCalculator } from '../pricing/LoanCalculator.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Front } from '../components/Piece.tsx'
import { TalkActions } from '../sections/TalkActions.tsx'
import { TalkBand } from '../sections/TalkBand.tsx'
import styles from './MortgagePage.module.css'

export function MortgagePage() {
  return (
    <SitePage meta={mortgageMeta}>
      <PageHero
        background="ink"
        title="Fund loans from the mailbox"
        intro={
          <p>
            Mail that reaches the borrowers your officers want, at the moment they can act, measured by the loans it
            funds.
          </p>
        }
        actions={<TalkActions action="Get Demo" background="ink" />}
        art={
          <div className={styles.mailing}>
            <Front
              size="6x9"
              design={lenderDesigns.homeEquity}
              label="A 6x9 postcard of a lender for Dana in Tulsa"
              className={styles.card}
            />
            <EnvelopeToBorrower />
          </div>
        }
      />
      <Section id="figures" title="Measured by the funded loan">
        <div className={styles.figures}>
          <Figures claims={mortgageClaims} />
        </div>
        <p className={styles.roi}>
          Where you land depends on your market and your follow-up.{' '}
          <button type="button" className={buttons.secondary}>
            ROI
          </button>
        </p>
      </Section>
      <LoanCalculator />
      <Section id="offers" background="ink" title="Three ways to mail">
        <ul className={styles.offers}>
          {mortgageOffers.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        id="audiences"
        title="Four audience models"
        intro="Each is a list that is built for your counties and kept fresh, with a card of its own."
      >
        <ul className={styles.audiences}>
          {audienceModels.map(({ title, text, design }) => (
            <li key={title}>
              <Front size="4.25x6" design={design} label={`A card for ${title.toLowerCase()}`} />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="total-expert" title="Works inside Total Expert">
        <div className={styles.expert}>
          <p>
            The Total Expert integration starts a mailing from a journey, fills it with the contact’s own fields and
            writes every delivery and scan back to the contact. Your officers see mail beside their calls.
          </p>
          <ol>
            <li>A contact enters a journey.</li>
            <li>We print and mail the piece with their data.</li>
            <li>Delivered and scanned appear in their history.</li>
          </ol>
        </div>
      </Section>
      <TalkBand
        title="Bring us a county"
        text="We show you how many borrowers it holds, and what reaching them costs."
        action="Get Demo"
      />
    </SitePage>
  )
}
