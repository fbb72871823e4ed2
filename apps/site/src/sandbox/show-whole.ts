/** Scrolls an editor into view that the Tab key has reached: browsers stop once its upper edge is visible. */
export const showWhole = (editor: Element): void => editor.scrollIntoView({ block: 'nearest' })
