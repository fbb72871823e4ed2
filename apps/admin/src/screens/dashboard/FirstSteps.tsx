import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { goToText, routes } from '../../urls/routes.ts'
import { useIsOwner } from '../../session/use-is-owner.ts'
import { siteUrl } from '../../urls/site-url.ts'
import styles from './FirstSteps.module.css'

/** What to do before the first lead arrives. It takes the place of the chart. */
export function FirstSteps() {
  const isOwner = useIsOwner()
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles.title}>
        First steps
      </h2>
      <ol className={styles.steps}>
        <Step
          title="Send a lead yourself"
          link={
            <a href={siteUrl('/')} target="_blank" rel="noopener">
              Open the site<span className={styles.hidden}> (opens in a new tab)</span>
            </a>
          }
        >
          Ask for a demo on the site. A moment later it is counted here beside the list.
        </Step>
        <Step title="See what the site offers" link={<Link to={routes.pricing.path}>{goToText(routes.pricing)}</Link>}>
          Products that are not hidden are on the public price page at once.
        </Step>
        {isOwner && (
          <>
            <Step title="Connect the CRM" link={<Link to={`${routes.settings.path}?tab=crm`}>See the connection</Link>}>
              Leads are sent there automatically. Until it is connected they wait here, and none is lost.
            </Step>
            <Step title="Invite your colleagues" link={<Link to={routes.settings.path}>Go to staff accounts</Link>}>
              Each has an account of their own: as owner, editor or viewer.
            </Step>
          </>
        )}
      </ol>
    </section>
  )
}

const Step = ({ title, link, children }: { title: string; link: ReactNode; children: string }) => (
  <li className={styles.step}>
    <h3 className={styles.name}>{title}</h3>
    <p className={styles.text}>{children}</p>
    <p className={styles.link}>{link}</p>
  </li>
)
