/** The renderer's settings. Every feature that would contact the vendor's hosts is off. */
export const configuration = {
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
  // Every operation has its own samples, in three languages.
  hiddenClients: true,
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  defaultOpenFirstTag: true,
  persistAuth: true,
  // The test request form sends an empty token if no key is filled in.
  onRequestBuilt({ request: { headers } }: { request: Request }) {
    if (/^bearer\s*$/i.test(headers.get('authorization') ?? '')) headers.delete('authorization')
  },
}
