import { brand } from '@app/brand'
import { paths } from '../content/paths.ts'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { LegalLinks } from '../legal/LegalLinks.tsx'
import { type FooterColumn, FooterFrame } from './FooterFrame.tsx'

const columns: FooterColumn[] = [
  {
    title: 'Print API',
    links: [
      { to: paths.home, text: 'Home' },
      { to: paths.print, text: 'Print API' },
      { to: paths.postcards, text: 'Postcards' },
      { to: paths.letters, text: 'Letters' },
      { to: paths.pricing, text: 'Pricing' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { to: paths.samples, text: 'Free Samples' },
      { to: paths.docs, text: 'API Documentation' },
      { to: paths.sandbox, text: 'Sandbox' },
      { to: '/account', text: 'Customer Area' },
      { to: paths.faq, text: 'FAQ' },
    ],
    more: (
      <li>
        <ExternalLink href={brand.links.scheduleDemo}>Schedule a demo</ExternalLink>
      </li>
    ),
  },
  {
    title: 'Company',
    links: [],
    more: <LegalLinks />,
  },
]

/** Footer of the pages under /print. */
export const PrintFooter = () => <FooterFrame columns={columns} />
