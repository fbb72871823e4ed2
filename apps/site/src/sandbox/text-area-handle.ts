import { type EditorHandle, endOfBody } from './editor-handle.ts'

function selectionOf({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): [start: number, end: number] {
  const end = endOfBody(value)
  return selectionEnd > 0 ? [selectionStart, selectionEnd] : [end, end]
}

/** The text area as the editor of a template. */
export const textAreaHandle = (area: HTMLTextAreaElement): EditorHandle => ({
  insert(textFor) {
    const [start, end] = selectionOf(area)
    const text = textFor(area.value.slice(0, start))
    area.focus()
    area.setSelectionRange(start, end)
    // The only API that preserves the browser's undo history. Browsers without it get the text set directly.
    // oxlint-disable-next-line typescript/no-deprecated -- see above
    if (document.execCommand?.('insertText', false, text)) return
    area.setRangeText(text, start, end, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  },
  goToLine(line) {
    const lines = area.value.split('\n')
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    area.focus()
    area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
    area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4)
  },
})
