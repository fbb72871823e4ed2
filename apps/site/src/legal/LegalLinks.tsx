import { legalNames, legalTitles } from './legal-names.ts'

/** Links to the documents, which open over the page that they are on. Items of a list. */
export const LegalLinks = () =>
  legalNames.map((name) => (
    <li key={name}>
      {/* Not a link of the router: its navigation would wait for parts of the page that have not been seen yet. */}
      <a href={`#${name}`}>{legalTitles[name]}</a>
    </li>
  ))
