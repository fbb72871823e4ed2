import { brand } from '@app/brand'

const { mailerId } = brand.postage

const imbOf = (serial: string, routing: string) =>
  `00300${mailerId}${serial.padStart(15 - mailerId.length, '0')}${routing}`

/**
 * The content of the codes on the sample pieces, which `pnpm generate` encodes. The IMb consists of barcode ID 00,
 * service type 300, our mailer ID, a serial number, and an eleven-digit routing code (ZIP, +4, delivery point).
 */
export const sampleCodes = {
  dana: { imb: imbOf('1042', '74104019918'), url: 'https://garden.example/dana-tulsa' },
  marcus: { imb: imbOf('1043', '89509014202'), url: 'https://garden.example/marcus-reno' },
} as const

export type SampleId = keyof typeof sampleCodes
