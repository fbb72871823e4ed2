import { brand } from '@app/brand'
import { Link } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { ExternalLink } from './ExternalLink.tsx'
import { Logo } from './Logo.tsx'
import styles from './SiteFooter.module.css'

const columns = [
  {
    title: 'Print & mail',
    links: [
      { to: paths.print, text: 'Print API' },
      { to: paths.postcards, text: 'Postcards' },
      { to: paths.letters, text: 'Letters' },
      { to: paths.pricing, text: 'Pricing' },
      { to: paths.samples, text: 'Free Samples' },
    ],
  },
  {
    title: 'Solutions',
    links: [
      { to: paths.mortgage, text: 'Mortgage lead generation' },
      { to: paths.informedDelivery, text: 'USPS Informed Delivery' },
      { to: paths.digitalAudience, text: 'Digital audiences' },
    ],
  },
  {
    title: 'Help',
    links: [
      { to: paths.docs, text: 'API Documentation' },
      { to: paths.faq, text: 'FAQ' },
    ],
  },
]

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <Link to={paths.home} aria-label={`${brand.companyName} home`} className={styles.home}>
            <Logo />
          </Link>
          <p>Trackable direct mail and a print and mail API, founded in {brand.foundedYear}.</p>
          <p>
            <a href={brand.phone.href}>{brand.phone.displayLong}</a>
            <br />
            <a href={`mailto:${brand.email}`}>{brand.email}</a>
          </p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title} className={styles.column}>
            <p className={styles.title}>{title}</p>
            <ul>
              {links.map(({ to, text }) => (
                <li key={to}>
                  <Link to={to}>{text}</Link>
                </li>
              ))}
              {title === 'Help' && (
                <li>
                  <ExternalLink href={brand.links.scheduleDemo}>Schedule a demo</ExternalLink>
                </li>
              )}
            </ul>
          </nav>
        ))}
      </div>
      <p className={styles.legal}>
        © {brand.companyName}, since {brand.foundedYear}. {brand.address.street}, {brand.address.city},{' '}
        {brand.address.state} {brand.address.zip}
      </p>
    </footer>
  )
}
