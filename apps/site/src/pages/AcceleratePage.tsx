import { brand } from '@app/brand'
import { stageDesigns } from '../content/designs.ts'
import { accelerateMeta, accelerateEvent } from '../content/marketing.ts'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { JumpButton } from '../components/JumpButton.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { SamplePromise } from '../samples/SamplePromise.tsx'
import { SampleRequest } from '../samples/SampleRequest.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Front } from '../components/Piece.tsx'
import styles from './AcceleratePage.module.css'

export function AcceleratePage() {
  return (
    <SitePage meta={accelerateMeta}>
      <PageHero
        background="ink"
        title="You held it at Accelerate 2025"
        actions={
          <>
            <JumpButton section="request" className={buttons.accentLarge}>
              Request Samples
            </JumpButton>
            <ExternalLink href={brand.links.scheduleDemo} className={buttons.secondaryLarge}>
              Schedule Follow-Up
            </ExternalLink>
          </>
        }
        art={
          <div className={styles.badge}>
            <Front size="6x9" design={stageDesigns.retargeting} label="A 6x9 postcard for Dana in Tulsa" />
          </div>
        }
      >
        The conference is over, but the cards keep coming. Get the pieces from our table, one with your name on it, and
        pick up where we left off.
      </PageHero>
      <SampleRequest
        title="Samples, on your desk"
        intro={
          <>
            Free for everyone we met. <SamplePromise />
          </>
        }
        event={accelerateEvent}
      />
    </SitePage>
  )
}
