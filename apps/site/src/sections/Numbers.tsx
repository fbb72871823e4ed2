import { brand } from '@app/brand'
import { homeClaims } from '../content/claims.ts'
import { Section } from '../layout/Section.tsx'
import { Figures } from './Figures.tsx'

export function Numbers() {
  return (
    <Section
      id="about"
      background="ink"
      title="By the numbers"
      intro={`${brand.companyName} was founded in ${brand.foundedYear}. We print and mail for businesses and for the developers who build for them.`}
    >
      <Figures claims={homeClaims} />
    </Section>
  )
}
