import { brand } from '@app/brand'
import type { PageMeta } from '../content/page-meta.ts'
import { socialImage } from '../content/social.ts'

/** Metadata that React moves into the head, in the prerendered page and on every navigation. */
export function Seo({ title, description, keywords, path, noindex = false, jsonLd }: PageMeta) {
  const fullTitle = `${title} | ${brand.companyName}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords} />
      {path && <link rel="canonical" href={brand.siteOrigin + path} />}
      {noindex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <LinkPreview title={fullTitle} pageTitle={title} description={description} path={path} />
      )}
      {jsonLd && <JsonLd data={jsonLd} />}
    </>
  )
}

interface LinkPreviewProps {
  title: string
  /** Without the company name. */
  pageTitle: string
  description: string
  path: string
}

/** For links to the page in messages and feeds. */
function LinkPreview({ title, pageTitle, description, path }: LinkPreviewProps) {
  const image = brand.siteOrigin + socialImage(path)
  const imageAlt = `${pageTitle}, next to the front of a printed postcard`
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.companyName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={brand.siteOrigin + path} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={imageAlt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={imageAlt} />
    </>
  )
}

function JsonLd({ data }: { data: object }) {
  const html = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  // With "<" escaped, the data cannot close the script element.
  // oxlint-disable-next-line react/no-danger
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />
}
