/**
 * The content of the codes on the sample pieces. `pnpm --filter @app/print-engine encode` writes them to `encoded.ts`,
 * and a test of the print engine compares that file with a new encoding. The IMb has barcode id 00, service type 300,
 * mailer id 900000199, a six-digit serial number, and an eleven-digit routing code (ZIP, +4, delivery point).
 */
export const sampleCodes = {
  dana: { imb: '0030090000019900104274104019918', url: 'https://garden.example/dana-tulsa' },
  marcus: { imb: '0030090000019900104389509014202', url: 'https://garden.example/marcus-reno' },
} as const

export type SampleId = keyof typeof sampleCodes
