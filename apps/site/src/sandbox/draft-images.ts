/** An uploaded image, as far as this tab knows it. */
export interface KnownImage {
  /** In pixels. */
  width: number
  height: number
  /** What the file was called here. The API keeps no name. */
  name?: string
  /** The image itself, made small. Only the tab that it was chosen in has it: the API gives no image back. */
  preview?: string
}

export type KnownImages = Readonly<Record<string, KnownImage>>

/** What is known by now. A list knows sizes alone, and takes no preview away. */
export const withKnown = (before: KnownImages, known: KnownImages): KnownImages => ({
  ...before,
  ...Object.fromEntries(Object.entries(known).map(([id, image]) => [id, { ...before[id], ...image }])),
})

const unknownImage: KnownImage = { width: 1_200, height: 800 }

/** An image that is not here is a gray box of its size, with a line from corner to corner. */
const grayBox = ({ width, height }: KnownImage) =>
  encodeURIComponent(
    `<rect width="100%" height="100%" fill="#d9d3c7"/><path d="M0 0 ${width} ${height}M${width} 0 0 ${height}" stroke="#8a8375" stroke-width="${Math.max(width, height) / 200}"/>`,
  )

/** As data, in the pixels of the image that was uploaded, however few the preview has. */
export function imageAddress(image: KnownImage = unknownImage): string {
  const { width, height, preview } = image
  const begin = encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
  )
  const content = preview
    ? `${encodeURIComponent('<image width="100%" height="100%" preserveAspectRatio="none" href="')}${preview}${encodeURIComponent('"/>')}`
    : grayBox(image)
  return `data:image/svg+xml,${begin}${content}${encodeURIComponent('</svg>')}`
}
