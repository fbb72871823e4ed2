/** Longest side of a preview. The draft renders again on every keystroke, so previews stay small. */
const maxPixels = 1_000

/** @returns undefined if this browser cannot read the file. The API then reports the problem. */
export async function previewOf(file: Blob): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, maxPixels / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return canvas.toDataURL('image/webp', 0.8)
  } catch {
    return undefined
  }
}
