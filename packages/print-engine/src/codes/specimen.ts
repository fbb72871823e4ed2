import { brand } from '@app/brand'
import { type ImbMailClass, serviceTypes } from './service-types.ts'

const barcodeId = '00'
const specimenSerial = '000000'

/**
 * The digits of the Intelligent Mail barcode on a proof. The serial number 000000 is never mailed, so a proof uses up no
 * serial number, and the same request gives the same print file. A specimen is not traced.
 */
export const specimenImb = (zip: string, mailClass: ImbMailClass): string =>
  barcodeId + serviceTypes[mailClass].untraced + brand.postage.mailerId + specimenSerial + zip.replaceAll(/\D/g, '')
