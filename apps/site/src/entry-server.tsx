import { StrictMode } from 'react'
import { FrontArt, type ArtName } from '@app/mail-piece/art'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './App.tsx'

export { brand } from '@app/brand'
export { pages } from './pages.ts'
export { asText, legalDocuments } from './legal/documents.ts'
export { legalFile, legalFiles } from './legal/legal-names.ts'
export { pageSources } from './page-sources.ts'
export { socialArt, socialImage } from './content/social.ts'

/** Markup of an SVG drawing of a mail piece. */
export const drawArt = (art: ArtName): string => renderToStaticMarkup(<FrontArt art={art} />)

/** The whole page as HTML. React puts title, meta, and link elements before the first element of the body. */
export async function render(url: string): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouter location={url}>
        <App />
      </StaticRouter>
    </StrictMode>,
    // Without this, React may emit late parts separately and move them into place with inline scripts.
    { progressiveChunkSize: Infinity },
  )
  let html = ''
  for await (const chunk of prelude) html += String(chunk)
  return html
}
