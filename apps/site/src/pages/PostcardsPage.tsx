import { formatUnitPrice, unitPrice } from '@app/pricing'
import { Link } from 'react-router-dom'
import { stageDesigns } from '../content/designs.ts'
import { paths } from '../content/paths.ts'
import { postcardsMeta } from '../content/print.ts'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { ExampleWithText } from '../sections/CodeSample.tsx'
import { MailActions } from '../sections/MailActions.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Back, Front } from '../components/Piece.tsx'
import { PieceFigure } from '../sections/PieceFigure.tsx'
import { TalkBand } from '../sections/TalkBand.tsx'
import { TierLine } from '../sections/TierLine.tsx'
import styles from './PostcardsPage.module.css'

const price = (pieces: number) => formatUnitPrice(unitPrice('postcard-4.25x6', pieces))

const tiers = [
  { label: '0–1,999', price: price(0) },
  { label: '2,000+', price: price(2_000) },
  { label: '5,000+', price: price(5_000) },
]

const sizes = [
  {
    size: '4.25x6',
    design: stageDesigns.retargeting,
    text: 'The classic. Fits every mailbox and is easiest on the budget.',
  },
  { size: '6x9', design: stageDesigns.acquisition, text: 'Twice the room for an offer, a map, and a photo.' },
  { size: '6x11', design: stageDesigns.nurture, text: 'As wide as this class of mail gets. Contact us for pricing.' },
] as const

export function PostcardsPage() {
  return (
    <SitePage meta={postcardsMeta} frame="print">
      <PageHero
        background="kraft"
        title="Postcards made for one reader"
        actions={<MailActions />}
        art={
          <div className={styles.pair}>
            <Front size="6x9" label="Front of a 6x9 postcard for Dana in Tulsa" className={styles.front} />
            <Back size="6x9" label="Back of a 6x9 postcard for Dana in Tulsa" className={styles.back} />
          </div>
        }
      >
        Three sizes on 110 lb film laminated stock, 300 DPI, both sides. Each card has its own text, its own QR code,
        and its own barcode.
      </PageHero>
      <Section id="sizes" title="Three sizes, true to scale">
        <ul className={styles.sizes}>
          {sizes.map(({ size, design, text }) => (
            <li key={size} data-size={size}>
              <Front size={size} design={design} label={`A ${size} postcard`} />
              <h3>{size} inches</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="prices" title="One price, postage included" intro="A 4.25x6 card, by pieces per month.">
        <TierLine tiers={tiers} />
        <p>
          Duplex is free. <Link to={paths.pricing}>See every size and tier</Link>
        </p>
      </Section>
      <Section id="request" title="A card is one request">
        <ExampleWithText name="postcard">
          <p>
            Set Front and Back to your templates, or use one Template for both. VariablePayload fills in their merge
            fields. HTML templates are unlimited; a sandbox key holds 100.
          </p>
          <p>
            WaitForRender delays the response until the proof is ready. DryRun stops after the proof. The sandbox
            accepts only dry runs, so it never mails anything.
          </p>
          <p>
            <Link to={`${paths.docs}#fields`}>See all request fields</Link>
          </p>
          <PieceFigure caption="The front of the card from this request.">
            <Front size="4.25x6" label="Front of a 4.25x6 postcard for Dana in Tulsa" />
          </PieceFigure>
        </ExampleWithText>
      </Section>
      <TalkBand
        title="Mailing thousands?"
        text="Tell us when it should land, and we’ll plan backward from there."
        action="Contact Sales Team"
      />
    </SitePage>
  )
}
