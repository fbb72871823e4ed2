/** The interface of the editor, which is a text area until the code editor has loaded. */
export interface EditorHandle {
  /** Replaces the selection, as if typed. `textFor` gets the text before it. */
  insert: (textFor: (before: string) => string) => void
  goToLine: (line: number) => void
}

/** The default insertion point if the editor was never focused: the end of the body. */
export function endOfBody(html: string): number {
  const end = html.lastIndexOf('</body>')
  return end < 0 ? html.length : end
}
