/** Everything that identifies the business. To rebrand the product, an operator replaces only this file. */
export const brand = {
  companyName: 'Larkpost',
  productName: 'Larkpost',
  foundedYear: 1989,
  phone: {
    display: '(800) 555-0199',
    /** With the country code, for pages that show it. */
    displayLong: '1-800-555-0199',
    href: 'tel:+18005550199',
  },
  email: 'hello@larkpost.example',
  address: {
    street: '1200 Foundry Row, Suite 400',
    city: 'Lancaster',
    state: 'PA',
    zip: '17602',
  },
  /** The mailer's postage data. The permit imprint names the city where the permit is held (DMM 604.5.3). */
  postage: {
    permit: { city: 'Lancaster', state: 'PA', number: '199' },
    mailerId: '900000199',
  },
  /** For the Privacy Policy and the Terms of Service, whose text is in apps/site/src/legal. */
  legal: {
    effectiveDate: 'November 29, 2026',
    /** How long demo and sample requests are kept. Change it with RETENTION_DAYS. */
    requestRetention: 'until you ask us to erase them',
  },
  /** Public origin of the site, without a trailing slash, for canonical links and social cards. */
  siteOrigin: 'https://www.larkpost.example',
  links: {
    customerPortal: 'https://portal.larkpost.example/login',
    scheduleDemo: 'https://schedule.larkpost.example/demo',
    registerAccount: 'https://portal.larkpost.example/register',
    apiDocs: '/api/docs',
    /** Origin of the print API in code samples. Empty means the host that serves the API to the page. */
    printApi: '',
    /** URL of a deal in the CRM, up to the id. */
    crmDealBase: 'https://crm.larkpost.example/deal/',
    /** URL of a lead in the CRM, up to the id. */
    crmLeadBase: 'https://crm.larkpost.example/leads/inbox/',
  },
} as const

export type Brand = typeof brand
