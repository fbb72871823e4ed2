import { formatUnitPrice, unitPrice } from '@app/pricing'
import { Link } from 'react-router-dom'
import { deliveryTimes } from '../content/claims.ts'
import { paths } from '../content/paths.ts'
import { lettersMeta } from '../content/print.ts'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { ExampleWithText } from '../sections/CodeSample.tsx'
import { MailActions } from '../sections/MailActions.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { LetterPiece } from '../components/Piece.tsx'
import { PieceFigure } from '../sections/PieceFigure.tsx'
import { Rows } from '../sections/Rows.tsx'
import { TalkBand } from '../sections/TalkBand.tsx'
import { TierLine } from '../sections/TierLine.tsx'
import styles from './LettersPage.module.css'

const classes = [
  {
    label: 'First Class',
    price: formatUnitPrice(unitPrice('letter-first-class', 5_000)),
    note: `Typically ${deliveryTimes.firstClass}.\nAt 5,000+ pieces a month.`,
  },
  {
    label: 'Standard Mail',
    price: formatUnitPrice(unitPrice('letter-standard', 10_000)),
    note: `${deliveryTimes.standard}.\nAt 10,000+ pieces a month.`,
  },
]

const extraPages = `${formatUnitPrice(unitPrice('additional-letter-sheet', 5_000))} for each sheet after the first at 5,000+ pieces a month, ${formatUnitPrice(unitPrice('additional-letter-sheet', 10_000))} at 10,000+.`

const facts = [
  { title: 'Two sizes', text: '8.5x11 and 8.5x14 inches on 28 lb paper, in a double-window envelope.' },
  { title: 'Extra pages', text: extraPages },
  { title: 'Both sides', text: 'Duplex is free: printing both sides of a sheet costs the same as printing one.' },
  { title: 'Variable data', text: 'Unlimited HTML templates. Every paragraph can adapt to its reader.' },
  { title: 'Images', text: '300 DPI, including signatures and charts.' },
]

export function LettersPage() {
  return (
    <SitePage meta={lettersMeta} frame="print">
      <div className={styles.top}>
        <PageHero
          background="ink"
          title="Letters, written by your data"
          actions={<MailActions />}
          art={
            <div className={styles.stack}>
              <LetterPiece size="8.5x14" label="An 8.5x14 letter for Dana in Tulsa" className={styles.legal} />
              <LetterPiece size="8.5x11" label="An 8.5x11 letter for Dana in Tulsa" className={styles.letter} />
            </div>
          }
        >
          Notices, statements, and offers on 28 lb paper: printed, folded, sealed, mailed, and tracked with a single API
          call.
        </PageHero>
      </div>
      <Section id="classes" title="Two speeds" intro="The price includes print, envelope, and postage.">
        <TierLine tiers={classes} />
        <p>
          <Link to={paths.pricing}>See every tier</Link>
        </p>
      </Section>
      <Section id="request" title="A letter is one request">
        <ExampleWithText name="letter" isSampleFirst>
          <p>
            Template is the whole letter. With WaitForRender set to false, the response arrives right away: 202, with
            the URL of the proof in Location. Poll that URL until Status is ready. The price comes with the proof,
            because the length of the text determines the number of sheets.
          </p>
          <p>
            DryRun checks, prices, and proofs a letter but never mails it. The sandbox accepts only dry runs.{' '}
            <Link to={`${paths.docs}#fields`}>See all request fields</Link>
          </p>
          <PieceFigure caption="The top third of the letter from this request, as seen through the two windows.">
            <div className={styles.third}>
              <LetterPiece size="8.5x11" label="An 8.5x11 letter for Dana in Tulsa" />
            </div>
          </PieceFigure>
        </ExampleWithText>
      </Section>
      <Section id="facts" title="In the envelope">
        <Rows rows={facts} />
      </Section>
      <TalkBand
        title="Letters that have to arrive on time?"
        text="Tell us the deadline, and we’ll plan backward from it."
        action="Contact Support"
      />
    </SitePage>
  )
}
