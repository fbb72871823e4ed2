import type { Recipient } from '@app/mail-piece/samples'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const mailPiece = fileURLToPath(new URL('../../../mail-piece/', import.meta.url))

/** The style sheets of the site's pieces, and the colors and typefaces that they name. */
export const pieceStyles = ['MailPiece', 'Art'].map((name) =>
  readFileSync(`${mailPiece}src/${name}.module.css`, 'utf8'),
)
export const identityTokens = readFileSync(fileURLToPath(import.meta.resolve('@app/ui/tokens.css')), 'utf8')

interface SitePieces extends AsyncDisposable {
  /** The markup of each side of a piece, with the class names of the style sheets. */
  staticSides: (size: string, recipient: Recipient) => string[]
}

/** The React components of the site's pieces, for use outside of a browser. */
export async function openSitePieces(): Promise<SitePieces> {
  const server = await createServer({
    configFile: false,
    root: mailPiece,
    cacheDir: fileURLToPath(new URL('../../node_modules/.cache/vite', import.meta.url)),
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    css: { modules: { generateScopedName: '[local]' } },
  })
  const loaded = await server.ssrLoadModule('/scripts/static-sides.ts')
  return { staticSides: loaded['staticSides'], [Symbol.asyncDispose]: () => server.close() }
}
