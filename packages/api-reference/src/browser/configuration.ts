/** The renderer's settings. Every feature that would call one of the vendor's hosts is off. */
export const configuration = {
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
  // Every operation has samples of its own, in three languages.
  hiddenClients: true,
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  defaultOpenFirstTag: true,
  persistAuth: true,
  // The form for test requests sends an empty token while no key is filled in.
  onRequestBuilt({ request: { headers } }: { request: Request }) {
    if (/^bearer\s*$/i.test(headers.get('authorization') ?? '')) headers.delete('authorization')
  },
}
