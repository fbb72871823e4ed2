import { brand } from '@app/brand'
import { apiOrigin } from './api-origin.ts'

/** The URL of a page of the public site. Where one origin serves everything, it is on this one. */
export const siteUrl = (path: string): string => (apiOrigin ? brand.siteOrigin : '') + path
