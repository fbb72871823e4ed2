import { Link } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { sandboxFacts, sandboxMeta } from '../content/print.ts'
import { Section } from '../components/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { SandboxIsland } from '../sandbox/SandboxIsland.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Rows } from '../sections/Rows.tsx'
import styles from './SandboxPage.module.css'

export function SandboxPage() {
  return (
    <SitePage meta={sandboxMeta} frame="print">
      <div className={styles.top}>
        <PageHero
          title="Write it, fill it, proof it"
          intro={
            <p>
              A template in HTML, the data of one recipient, and the proof that a press would print: with its exact
              price and everything that is wrong with it. No account, no email, and nothing is mailed.
            </p>
          }
        />
      </div>
      <section aria-labelledby="bench-title" className={styles.bench}>
        <h2 id="bench-title" tabIndex={-1} className={styles.title}>
          Your piece
        </h2>
        <SandboxIsland />
      </section>
      <Section id="good-to-know" title="Good to know">
        <Rows rows={sandboxFacts} />
        <p>
          <Link to={`${paths.docs}#fields`}>Every field of a request</Link>
        </p>
      </Section>
    </SitePage>
  )
}
