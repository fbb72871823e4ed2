import { Link } from 'react-router-dom'
import { faqGroups, faqMeta } from '../content/faq.ts'
import { paths } from '../content/paths.ts'
import buttons from '../components/buttons.module.css'
import { SitePage } from '../layout/SitePage.tsx'
import { LeadButton } from '../leads/LeadButton.tsx'
import { PageHero } from '../sections/PageHero.tsx'
import styles from './FaqPage.module.css'

const topicId = (title: string) => title.toLowerCase().replaceAll(/\W+/g, '-')

export function FaqPage() {
  return (
    <SitePage meta={faqMeta} frame="print">
      <PageHero
        title="Your questions, answered"
        actions={<LeadButton className={buttons.accentLarge}>Contact Support</LeadButton>}
        art={
          <nav aria-label="Topics" className={styles.topics}>
            {Object.entries(faqGroups).map(([title, answers]) => (
              <a key={title} href={`#${topicId(title)}`}>
                {title}
                <span aria-hidden="true">{Object.keys(answers).length}</span>
              </a>
            ))}
          </nav>
        }
      >
        No clicking through menus: every answer is on this page. For code, see the{' '}
        <Link to={paths.docs}>API documentation</Link>.
      </PageHero>
      {Object.entries(faqGroups).map(([title, answers]) => (
        <section key={title} id={topicId(title)} className={styles.group} aria-label={title}>
          <h2 className={styles.title}>{title}</h2>
          <div className={styles.questions}>
            {Object.entries(answers).map(([question, answer]) => (
              <article key={question} className={styles.card} aria-label={question}>
                <h3>{question}</h3>
                <p>{answer}</p>
              </article>
            ))}
          </div>
        </section>
      ))}
    </SitePage>
  )
}
