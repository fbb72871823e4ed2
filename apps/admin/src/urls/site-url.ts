import { brand } from '@app/brand'
import { apiOrigin } from './api-origin.ts'

/** The URL of a page of the public site. With a single origin, it is only the path. */
export const siteUrl = (path: string): string => (apiOrigin ? brand.siteOrigin : '') + path
