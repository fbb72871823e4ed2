import { PDFiumLibrary } from '@hyzyla/pdfium'

/** The text of the first page of a PDF. */
export async function pdfText(file: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(file)
  const text = document.getPage(0).getText()
  document.destroy()
  library.destroy()
  return text
}
