/** Titles of the company's legal documents, by their URL fragment. */
export const legalTitles = {
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  'contact-us': 'Contact',
} as const

export type LegalName = keyof typeof legalTitles

export const isLegalName = (name: string): name is LegalName => Object.hasOwn(legalTitles, name)

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys() loses the type of the keys.
export const legalNames = Object.keys(legalTitles) as LegalName[]

/** The documents that also exist as files, for visitors without scripts. The footer itself has the contact details. */
export const legalFiles = ['privacy', 'terms'] as const satisfies readonly LegalName[]

export const legalFile = (name: LegalName): string => `/${name}.txt`
