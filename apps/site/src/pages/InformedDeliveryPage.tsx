import { informedDeliveryClaims } from '../content/claims.ts'
import { informedDeliveryFeatures, informedDeliveryMeta, informedDeliverySteps } from '../content/marketing.ts'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { Figures } from '../sections/Figures.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Back, Front } from '../components/Piece.tsx'
import { Rows } from '../sections/Rows.tsx'
import { Steps } from '../sections/Steps.tsx'
import { TalkActions } from '../sections/TalkActions.tsx'
import { TalkBand } from '../sections/TalkBand.tsx'
import styles from './InformedDeliveryPage.module.css'

export function InformedDeliveryPage() {
  return (
    <SitePage meta={informedDeliveryMeta}>
      <PageHero title="Seen before they open the mailbox" actions={<TalkActions />} art={<Preview />}>
        USPS Informed Delivery emails households a preview of the day’s mail. Add a color image and a link next to the
        scan of your piece, and your offer arrives twice.
      </PageHero>
      <Section id="figures" background="ink" title="A second look, for free">
        <Figures claims={informedDeliveryClaims} />
      </Section>
      <Section id="features" title="What’s included">
        <Rows rows={informedDeliveryFeatures} />
      </Section>
      <Section id="steps" title="Four steps to the preview">
        <Steps steps={informedDeliverySteps} />
      </Section>
      <TalkBand
        title="Mailing soon anyway?"
        text="You can add a ride-along image up to two days before the drop."
        action="Get Demo"
      />
    </SitePage>
  )
}

/** The preview in the recipient's inbox: the grayscale scan of the piece and the ride-along image. */
function Preview() {
  return (
    <div className={styles.preview}>
      <p className={styles.subject}>Your mail for today</p>
      <Back size="6x9" label="Gray scan of a postcard addressed to Dana in Tulsa" className={styles.scan} />
      <div className={styles.along}>
        <Front size="6x9" label="The color image that rides along" />
        <span className={styles.link}>Learn more</span>
      </div>
    </div>
  )
}
