import { brand } from '@app/brand'

const { mailerId } = brand.postage

/**
 * The content of the codes on the sample pieces. `pnpm --filter @app/print-engine encode` writes them to `encoded.ts`,
 * and a test of the print engine compares that file with a new encoding. The IMb has barcode id 00, service type 300,
 * our mailer id, a six-digit serial number, and an eleven-digit routing code (ZIP, +4, delivery point).
 */
export const sampleCodes = {
  dana: { imb: `00300${mailerId}00104274104019918`, url: 'https://garden.example/dana-tulsa' },
  marcus: { imb: `00300${mailerId}00104389509014202`, url: 'https://garden.example/marcus-reno' },
} as const

export type SampleId = keyof typeof sampleCodes
