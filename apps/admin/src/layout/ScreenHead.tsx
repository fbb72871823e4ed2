import { brand } from '@app/brand'
import { useLocation } from 'react-router-dom'
import { basePath, type ScreenMeta } from '../urls/routes.ts'

/** React hoists these into the document's head. */
export function ScreenHead({ title, description, keywords }: ScreenMeta) {
  const { pathname } = useLocation()
  // Addresses match in any letter case, and the canonical one is lower case.
  const path = `${basePath}${pathname}`.replace(/\/$/, '').toLowerCase()
  return (
    <>
      <title>{`${title} | ${brand.productName} admin`}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords} />
      <link rel="canonical" href={window.location.origin + path} />
    </>
  )
}
