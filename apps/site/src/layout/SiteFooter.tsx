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
  links: ReactNode[]
}

const pageLink = (to: string, text: string) => (
  <li key={to}>
    <Link to={to}>{text}</Link>
  </li>
)

const printLinks = printPages.map(({ to, text }) => pageLink(to, text))
const samples = pageLink(paths.samples, 'Free Samples')
const docs = pageLink(paths.docs, 'API Documentation')
const faq = pageLink(paths.faq, 'FAQ')
const demo = (
  <li key="demo">
    <ExternalLink href={brand.links.scheduleDemo}>Schedule a Demo</ExternalLink>
  </li>
)

/** These open over the current page. */
const legalLinks = legalNames.map((name) => (
  <li key={name}>
    {/* Not a router link: its navigation would wait for parts of the page that have not hydrated yet. */}
    <a href={`#${name}`}>{legalTitles[name]}</a>
  </li>
))

const columns: Record<Frame, Column[]> = {
  site: [
    { title: 'Print & Mail', links: [...printLinks, samples] },
    {
      title: 'Solutions',
      links: [
        pageLink(paths.mortgage, 'Mortgage Lead Generation'),
        pageLink(paths.informedDelivery, 'USPS Informed Delivery'),
        pageLink(paths.digitalAudience, 'Digital Audiences'),
      ],
    },
    { title: 'Help', links: [docs, faq, demo, ...legalLinks] },
  ],
  print: [
    { title: 'Print API', links: [pageLink(paths.home, 'Home'), ...printLinks] },
    {
      title: 'Resources',
      links: [samples, docs, pageLink(paths.sandbox, 'Sandbox'), pageLink('/account', 'Customer Account'), faq, demo],
    },
    { title: 'Company', links: legalLinks },
  ],
}

/** Company details, columns of links, and the copyright line. */
export function SiteFooter({ frame }: { frame: Frame }) {
  return (
    <footer className={styles.footer} data-background="ink">
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
        {columns[frame].map(({ title, links }) => (
          <nav key={title} aria-label={title} className={styles.column}>
            <p className={styles.title}>{title}</p>
            <ul>{links}</ul>
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
