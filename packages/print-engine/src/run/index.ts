// The export for a process that makes the files of print runs. It loads the library that reads and writes PDFs.
export { mergePrintFiles, type WriteBytes } from './merge-print-files.ts'
