import type { PrintAsset } from '@app/api-client'

export const printDotsPerInch = 300

/** An asset that is an image, and no font. */
export type ImageAsset = PrintAsset & { Width: number; Height: number }

export const isImage = (asset: PrintAsset): asset is ImageAsset => asset.Width !== null && asset.Height !== null

/** Matches if the caret is inside a URL: in a src attribute, or in url() of a style. */
const insideUrl = /(?:\bsrc\s*=\s*["']?|url\(\s*["']?)$/i

/** The text that shows an image, after the text before the caret. It is as wide as its resolution and the page allow. */
export function imageText({ Id, Width }: ImageAsset, before: string, pageInches: number): string {
  if (insideUrl.test(before)) return `asset:${Id}`
  const inches = Math.min(Width / printDotsPerInch, pageInches)
  return `<img src="asset:${Id}" alt="" style="width: ${Number(inches.toFixed(2))}in">`
}
