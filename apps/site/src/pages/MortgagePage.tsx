import { mortgageClaims } from '../content/claims.ts'
import { lenderDesigns } from '../content/designs.ts'
import { audienceModels, mortgageMeta, mortgageOffers } from '../content/marketing.ts'
import buttons from '../components/buttons.module.css'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { EnvelopeToBorrower } from '../sections/Envelope.tsx'
import { Figures } from '../sections/Figures.tsx'
import { LoanCalculator } from '../pricing/LoanCalculator.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Front } from '../components/Piece.tsx'
import { Rows } from '../sections/Rows.tsx'
import { TalkActions } from '../sections/TalkActions.tsx'
import { TalkBand } from '../sections/TalkBand.tsx'
import styles from './MortgagePage.module.css'

export function MortgagePage() {
  return (
    <SitePage meta={mortgageMeta}>
      <PageHero
        background="ink"
        title="Fund loans from the mailbox"
        actions={<TalkActions />}
        art={
          <div className={styles.mailing}>
            <Front
              size="6x9"
              design={lenderDesigns.homeEquity}
              label="A lender’s 6x9 postcard for Dana in Tulsa"
              className={styles.card}
            />
            <EnvelopeToBorrower />
          </div>
        }
      >
        Reach the borrowers your loan officers want, right when they are ready to act. Measure results by the loans you
        fund.
      </PageHero>
      <Section id="figures" title="Measured by the funded loan">
        <div className={styles.figures}>
          <Figures claims={mortgageClaims} />
        </div>
        <p className={styles.roi}>
          Your results depend on your market and your follow-up.{' '}
          <button type="button" className={buttons.secondary}>
            ROI
          </button>
        </p>
      </Section>
      <LoanCalculator />
      <Section id="offers" background="ink" title="Three ways to mail">
        <Rows rows={mortgageOffers} className={styles.offers} />
      </Section>
      <Audiences />
      <TotalExpert />
      <TalkBand
        title="Pick a county"
        text="We’ll show you how many borrowers live there and what it costs to reach them."
        action="Get Demo"
      />
    </SitePage>
  )
}

function Audiences() {
  return (
    <Section
      id="audiences"
      title="Four audience models"
      intro="Each is a list built for your counties and kept up to date, with its own card."
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
  )
}

function TotalExpert() {
  return (
    <Section id="total-expert" title="Works with Total Expert">
      <div className={styles.expert}>
        <p>
          Our team sets up the Total Expert integration for you: a journey calls the print API, which fills in the
          contact’s fields, and webhooks report each delivery back. Your loan officers see mail next to their calls.
        </p>
        <ol className="marked">
          <li>A contact enters a journey.</li>
          <li>We print and mail the piece with their data.</li>
          <li>Each delivery appears in their history.</li>
        </ol>
      </div>
    </Section>
  )
}
