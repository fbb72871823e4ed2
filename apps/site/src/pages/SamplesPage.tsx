import { sampleContents, samplesMeta } from '../content/print.ts'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import buttons from '../components/buttons.module.css'
import { JumpButton } from '../components/JumpButton.tsx'
import { SamplePromise } from '../samples/SamplePromise.tsx'
import { SampleRequest } from '../samples/SampleRequest.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Back, Front, LetterPiece } from '../components/Piece.tsx'
import { Island, lazyPart } from '../startup/WhenSeen.tsx'
import styles from './SamplesPage.module.css'

const TemplateGallery = lazyPart('TemplateGallery', () => import('../samples/TemplateGallery.tsx'))

export function SamplesPage() {
  return (
    <SitePage meta={samplesMeta} frame="print">
      <PageHero
        background="kraft"
        title="Judge our print by feel"
        actions={
          <JumpButton section="request" className={buttons.accentLarge}>
            Request Free Samples
          </JumpButton>
        }
        art={
          <div className={styles.pack}>
            <LetterPiece size="8.5x11" label="A sample letter" className={styles.letter} />
            <Front size="6x9" label="Front of a sample postcard" className={styles.front} />
            <Back size="4.25x6" label="Back of a sample postcard" className={styles.back} />
          </div>
        }
      >
        Request free samples and feel the stock, the laminate, and the trim. <SamplePromise />
      </PageHero>
      <Section id="contents" title="What’s in the pack">
        <div className={styles.contents}>
          {Object.entries(sampleContents).map(([title, items]) => (
            <div key={title}>
              <h3>{title}</h3>
              <ul className="marked">
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </Section>
      <Section id="pieces" title="Pieces you can add" needsScripts hasIsland>
        <Island name="template-list">
          <TemplateGallery />
        </Island>
      </Section>
      <SampleRequest title="Where should we send them?" intro={<SamplePromise />} />
    </SitePage>
  )
}
