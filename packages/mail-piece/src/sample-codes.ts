/**
 * What the codes on the sample pieces say. `npm run encode` turns this into `encoded.ts`; a test encodes it again and
 * compares. The barcode is: id 00, service type 300, mailer id 900000199, a six-digit serial, and the eleven-digit
 * routing code (ZIP, +4, delivery point).
 */
export const sampleCodes = {
  dana: { imb: '0030090000019900104274104019918', url: 'https://garden.example/dana-tulsa' },
  marcus: { imb: '0030090000019900104389509014202', url: 'https://garden.example/marcus-reno' },
} as const

export type SampleId = keyof typeof sampleCodes
