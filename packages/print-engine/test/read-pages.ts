import { loadedPdfium, openDocument, type PdfPage } from '../src/check/pdfium.ts'

/** The result of a reader for each page of a file. */
export async function readPages<Result>(pdf: Uint8Array, read: (page: PdfPage, index: number) => Result) {
  const document = openDocument(await loadedPdfium(), pdf)
  try {
    return Array.from({ length: document.pageCount }, (_, index) =>
      document.readPage(index, (page) => read(page, index)),
    )
  } finally {
    document.close()
  }
}
