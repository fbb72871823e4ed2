import { brand } from '@app/brand'
import { paths } from '../content/paths.ts'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { LegalLinks } from '../legal/LegalLinks.tsx'
import { type FooterColumn, FooterFrame } from './FooterFrame.tsx'

const columns: FooterColumn[] = [
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
    more: (
      <>
        <li>
          <ExternalLink href={brand.links.scheduleDemo}>Schedule a demo</ExternalLink>
        </li>
        <LegalLinks />
      </>
    ),
  },
]

export const SiteFooter = () => <FooterFrame columns={columns} />
