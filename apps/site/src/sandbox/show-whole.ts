/** Scrolls an editor into view that was reached with the Tab key: browsers stop once its top edge is visible. */
export const showWhole = (editor: Element): void => editor.scrollIntoView({ block: 'nearest' })
