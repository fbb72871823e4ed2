import { brand } from '@app/brand'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { legalFile, legalFiles, legalTitles } from '../legal/legal-names.ts'
import { paths } from '../content/paths.ts'
import { Logo } from './Logo.tsx'
import styles from './SiteFooter.module.css'

export interface FooterColumn {
  title: string
  links: { to: string; text: string }[]
  /** Items after the links. */
  more?: ReactNode
}

/** Company details, columns of links, and the copyright line. */
export function FooterFrame({ columns }: { columns: FooterColumn[] }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <Link to={paths.home} aria-label={`${brand.companyName} home`} className={styles.home}>
            <Logo />
          </Link>
          <p>Trackable direct mail and a print and mail API, founded in {brand.foundedYear}.</p>
          <p id="contact-us">
            <a href={brand.phone.href}>{brand.phone.displayLong}</a>
            <br />
            <a href={`mailto:${brand.email}`}>{brand.email}</a>
          </p>
        </div>
        {columns.map(({ title, links, more }) => (
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
        © {brand.companyName}, since {brand.foundedYear}. {brand.address.street}, {brand.address.city},{' '}
        {brand.address.state} {brand.address.zip}
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
