import { type ImbMailClass, serialDigits, serviceTypes, trackingOf } from './service-types.ts'

/**
 * The digits of the Intelligent Mail barcode on a proof. The serial number 0 is never mailed, so a proof uses up no
 * serial number, and the same request gives the same print file. A specimen is not traced.
 */
export const specimenImb = (zip: string, mailClass: ImbMailClass): string =>
  trackingOf(serviceTypes[mailClass].untraced, '0'.repeat(serialDigits)) + zip.replaceAll(/\D/g, '')
