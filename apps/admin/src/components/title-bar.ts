/** Mantine renders a dialog's title bar as a <header>, which would be a second banner landmark. */
export const plainTitleBar = { header: { role: 'presentation' } }
