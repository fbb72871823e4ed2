/** This tab's information about an uploaded image. */
export interface KnownImage {
  /** In pixels. */
  width: number
  height: number
  /** The name of the file, which the API does not store. */
  name?: string
  /** A scaled-down copy. Only the tab that uploaded the image has one, because the API returns no images. */
  preview?: string
}

export type KnownImages = Readonly<Record<string, KnownImage>>

/** Merges image details. A list has only sizes, so merging it keeps the previews. */
export const mergeImages = (before: KnownImages, added: KnownImages): KnownImages => ({
  ...before,
  ...Object.fromEntries(Object.entries(added).map(([id, image]) => [id, { ...before[id], ...image }])),
})

const unknownImage: KnownImage = { width: 1_200, height: 800 }

/** Placeholder for an image without a preview: a gray box of its size with both diagonals. */
const grayBox = ({ width, height }: KnownImage) =>
  encodeURIComponent(
    `<rect width="100%" height="100%" fill="#d9d3c7"/><path d="M0 0 ${width} ${height}M${width} 0 0 ${height}" stroke="#8a8375" stroke-width="${Math.max(width, height) / 200}"/>`,
  )

/** A data URL with the uploaded image's dimensions, regardless of the preview's size. */
export function imageUrl(image: KnownImage = unknownImage): string {
  const { width, height, preview } = image
  const begin = encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
  )
  const content = preview
    ? `${encodeURIComponent('<image width="100%" height="100%" preserveAspectRatio="none" href="')}${preview}${encodeURIComponent('"/>')}`
    : grayBox(image)
  return `data:image/svg+xml,${begin}${content}${encodeURIComponent('</svg>')}`
}
