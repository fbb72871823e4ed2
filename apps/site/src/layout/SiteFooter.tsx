import { brand } from '@app/brand'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { paths, printPages } from '../content/paths.ts'
import { legalFile, legalFiles, legalTitles, legalNames } from '../legal/legal-names.ts'
import { Logo } from './Logo.tsx'
import styles from './SiteFooter.module.css'
import type { Frame } from './SiteHeader.tsx'

interface Column {
  title: string
  links: { to: string; text: string }[]
  /** Items after the links. */
  more?: ReactNode
}

const samples = { to: paths.samples, text: 'Free Samples' }
const docs = { to: paths.docs, text: 'API Documentation' }
const faq = { to: paths.faq, text: 'FAQ' }
const demo = (
  <li>
    <ExternalLink href={brand.links.scheduleDemo}>Schedule a Demo</ExternalLink>
  </li>
)

/** They open over the page that they are on. */
const legalLinks = legalNames.map((name) => (
  <li key={name}>
    {/* Not a link of the router: its navigation would wait for parts of the page that have not been seen yet. */}
    <a href={`#${name}`}>{legalTitles[name]}</a>
  </li>
))

const columns: Record<Frame, Column[]> = {
  site: [
    { title: 'Print & Mail', links: [...printPages, samples] },
    {
      title: 'Solutions',
      links: [
        { to: paths.mortgage, text: 'Mortgage Lead Generation' },
        { to: paths.informedDelivery, text: 'USPS Informed Delivery' },
        { to: paths.digitalAudience, text: 'Digital Audiences' },
      ],
    },
    {
      title: 'Help',
      links: [docs, faq],
      more: (
        <>
          {demo}
          {legalLinks}
        </>
      ),
    },
  ],
  print: [
    { title: 'Print API', links: [{ to: paths.home, text: 'Home' }, ...printPages] },
    {
      title: 'Resources',
      links: [samples, docs, { to: paths.sandbox, text: 'Sandbox' }, { to: '/account', text: 'Customer Account' }, faq],
      more: demo,
    },
    { title: 'Company', links: [], more: legalLinks },
  ],
}

/** Company details, columns of links, and the copyright line. */
export function SiteFooter({ frame }: { frame: Frame }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <Link to={paths.home} aria-label={`${brand.companyName} home`} className={styles.home}>
            <Logo />
          </Link>
          <p>Trackable direct mail, plus a print and mail API. Founded in {brand.foundedYear}.</p>
          <p id="contact-us">
            <a href={brand.phone.href}>{brand.phone.displayLong}</a>
            <br />
            <a href={`mailto:${brand.email}`}>{brand.email}</a>
          </p>
        </div>
        {columns[frame].map(({ title, links, more }) => (
          <nav key={title} aria-label={title} className={styles.column}>
            <p className={styles.title}>{title}</p>
            <ul>
              {links.map(({ to, text }) => (
                <li key={to}>
                  <Link to={to}>{text}</Link>
                </li>
              ))}
              {more}
            </ul>
          </nav>
        ))}
      </div>
      <p className={styles.legal}>
        © {brand.companyName}. {brand.address.street}, {brand.address.city}, {brand.address.state} {brand.address.zip}
      </p>
      <noscript>
        <p className={styles.files}>
          As text:{' '}
          {legalFiles.map((name) => (
            <a key={name} id={name} href={legalFile(name)}>
              {legalTitles[name]}
            </a>
          ))}
        </p>
      </noscript>
    </footer>
  )
}
