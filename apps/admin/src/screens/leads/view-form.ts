import { type LeadView, type LeadViewInput, viewNamePattern } from '@app/api-client'

export type ViewForm = { name: string; isShared: boolean }

export const viewForm = (view: LeadView | undefined): ViewForm => ({
  name: view?.name ?? '',
  isShared: view?.isShared ?? false,
})

export const viewRules = {
  name(value: string) {
    if (!value.trim()) return 'Name is required'
    return viewNamePattern.test(value.trim()) ? null : 'Please use printable letters, digits and symbols'
  },
}

export const toViewInput = ({ name, isShared }: ViewForm, query: string): LeadViewInput => ({
  name: name.trim(),
  query,
  isShared,
})

/** What the API has room for. */
const mostCharacters = 1000

export const isTooLong = (query: string): boolean => query.length > mostCharacters
