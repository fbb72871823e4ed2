/** How the renderer shows the reference. Whatever would call a host of its maker is off. */
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
}
