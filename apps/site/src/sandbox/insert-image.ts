import type { PrintAsset } from '@app/api-client'

export const printDotsPerInch = 300

/** The caret stands where an address is written: in the src of an element, or in url() of a style. */
const inAddress = /(?:\bsrc\s*=\s*["']?|url\(\s*["']?)$/i

/** The text that puts an image at the caret. As wide as it is sharp, or as the page. */
function textFor({ Id, Width }: PrintAsset, before: string, pageInches: number): string {
  if (inAddress.test(before)) return `asset:${Id}`
  const inches = Math.min(Width / printDotsPerInch, pageInches)
  return `<img src="asset:${Id}" alt="" style="width: ${Number(inches.toFixed(2))}in">`
}

/** Where nothing was chosen yet, the end of what is drawn. */
function placeIn({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): [start: number, end: number] {
  if (selectionEnd > 0) return [selectionStart, selectionEnd]
  const end = value.lastIndexOf('</body>')
  return end < 0 ? [value.length, value.length] : [end, end]
}

/** Types an image into the editor, so that it can be undone there. */
export function insertImage(editor: HTMLTextAreaElement, image: PrintAsset, pageInches: number): void {
  const [start, end] = placeIn(editor)
  const text = textFor(image, editor.value.slice(0, start), pageInches)
  editor.focus()
  editor.setSelectionRange(start, end)
  // Nothing else keeps what the browser can undo. Where it is missing, the text is set.
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  if (document.execCommand?.('insertText', false, text)) return
  editor.setRangeText(text, start, end, 'end')
  editor.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
