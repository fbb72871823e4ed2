import { Link } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { sandboxFacts, sandboxMeta } from '../content/print.ts'
import { Section } from '../layout/Section.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { SandboxIsland } from '../sandbox/SandboxIsland.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import { Rows } from '../sections/Rows.tsx'
import styles from './SandboxPage.module.css'

export function SandboxPage() {
  return (
    <SitePage meta={sandboxMeta} frame="print">
      <div className={styles.top}>
        <PageHero title="Write it, fill it in, proof it">
          Write an HTML template, fill in one recipient’s data, and get the file a press would print, with its price and
          the result of every check. No account, no email, and nothing is mailed.
        </PageHero>
      </div>
      <section aria-labelledby="sandbox-title" className={styles.sandbox}>
        <h2 id="sandbox-title" tabIndex={-1} className="visually-hidden">
          Your piece
        </h2>
        <SandboxIsland />
      </section>
      <Section id="good-to-know" title="Good to know">
        <Rows rows={sandboxFacts} />
        <p>
          <Link to={`${paths.docs}#fields`}>See all request fields</Link>
        </p>
      </Section>
    </SitePage>
  )
}
