import type { Config } from '../config/config.ts'
import type { PieceLinking } from '../modules/pieces/pieces.queries.ts'
import type { Linking } from '../modules/print/proofs/proofs.queries.ts'

/** The settings for signed links to proof files. */
export const linking = ({ apiOrigin, sessionSecrets }: Config): Linking => ({
  origin: apiOrigin,
  secrets: sessionSecrets,
})

/** The same for pieces, whose public page is on the site. */
export const pieceLinking = (config: Config): PieceLinking => ({ ...linking(config), siteOrigin: config.siteOrigin })
