/** Mantine draws a dialog's title bar as a second <header> of the page. */
export const plainTitleBar = { header: { role: 'presentation' } }
