declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat?: 'woff2' | 'woff' | 'sfnt'
    /** A number pins an axis; a range narrows it. */
    variationAxes?: Record<string, number | { min: number; max: number }>
    noLayoutClosure?: boolean
  }
  export default function subsetFont(font: Buffer, text: string, options?: SubsetOptions): Promise<Buffer>
}
