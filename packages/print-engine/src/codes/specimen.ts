/** Of the specimen: the barcode id 00, the service type 300, the mailer id 900000199 and a serial number that no piece gets. */
const tracking = '00300900000199000000'

/**
 * The digits of the Intelligent Mail barcode on a proof: those of no piece that is mailed, so a proof uses up no serial
 * number, and the same request gives the same print file.
 */
export const specimenImb = (zip: string): string => tracking + zip.replaceAll(/\D/g, '')
