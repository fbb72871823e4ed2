import type { PrintAsset } from '@app/api-client'

export const printDotsPerInch = 300

/** An asset that is an image, and no font. */
export type ImageAsset = PrintAsset & { Width: number; Height: number }

export const isImage = (asset: PrintAsset): asset is ImageAsset => asset.Width !== null && asset.Height !== null

/** Matches if the caret is inside a URL: in a src attribute, or in url() of a style. */
const insideUrl = /(?:\bsrc\s*=\s*["']?|url\(\s*["']?)$/i

/** The text to insert at the caret. The image is as wide as its resolution allows, up to the page width. */
function textFor({ Id, Width }: ImageAsset, before: string, pageInches: number): string {
  if (insideUrl.test(before)) return `asset:${Id}`
  const inches = Math.min(Width / printDotsPerInch, pageInches)
  return `<img src="asset:${Id}" alt="" style="width: ${Number(inches.toFixed(2))}in">`
}

/** The selection. If the editor has never been focused, the end of the body. */
function selectionOf({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): [start: number, end: number] {
  if (selectionEnd > 0) return [selectionStart, selectionEnd]
  const end = value.lastIndexOf('</body>')
  return end < 0 ? [value.length, value.length] : [end, end]
}

/** Inserts an image into the editor as if typed, so that the browser can undo it. */
export function insertImage(editor: HTMLTextAreaElement, image: ImageAsset, pageInches: number): void {
  const [start, end] = selectionOf(editor)
  const text = textFor(image, editor.value.slice(0, start), pageInches)
  editor.focus()
  editor.setSelectionRange(start, end)
  // The only API that preserves the browser's undo history. Browsers without it get the text set directly.
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  if (document.execCommand?.('insertText', false, text)) return
  editor.setRangeText(text, start, end, 'end')
  editor.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
