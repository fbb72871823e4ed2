import { audienceClaims } from '../content/claims.ts'
import { stageDesigns } from '../content/designs.ts'
import { audienceFeatures, audienceMeta, audienceSteps } from '../content/marketing.ts'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { Figures } from '../sections/Figures.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Front } from '../components/Piece.tsx'
import { Rows } from '../sections/Rows.tsx'
import { Steps } from '../sections/Steps.tsx'
import { TalkActions } from '../sections/TalkActions.tsx'
import { TalkBand } from '../sections/TalkBand.tsx'
import styles from './DigitalAudiencePage.module.css'

export function DigitalAudiencePage() {
  return (
    <SitePage meta={audienceMeta}>
      <PageHero
        background="kraft"
        title={'The same\u00a0people, on\u00a0paper and\u00a0on\u00a0screen'}
        actions={<TalkActions />}
        art={
          <div className={styles.screens}>
            <Front
              size="6x11"
              design={stageDesigns.nurture}
              label="A 6x11 postcard for Dana in Tulsa"
              className={styles.card}
            />
            <div className={styles.phone}>
              <Front size="4.25x6" design={stageDesigns.nurture} label="The same offer as an ad on a phone" />
              <span aria-hidden="true" className={styles.lines} />
            </div>
          </div>
        }
      >
        We turn your mailing list into a digital audience: the households that get your card see your ad that week.
      </PageHero>
      <Section id="steps" title="From list to audience">
        <Steps steps={audienceSteps} />
      </Section>
      <Section id="figures" background="ink" title="Two channels, one effect">
        <Figures claims={audienceClaims} />
      </Section>
      <Section id="features" title="Built only from your list">
        <Rows rows={audienceFeatures} className={styles.features} />
      </Section>
      <TalkBand
        title="How many can you reach?"
        text="Send us the size of your list, and we’ll get back to you with a count."
        action="Get Demo"
      />
    </SitePage>
  )
}
