import { problemOf, useCreateSignInLink } from '@app/api-client'
import { brand } from '@app/brand'
import { useDraft } from '../area/use-draft.ts'

/** The typed email, which the page that follows shows and may send again. */
export const useEmail = () => useDraft('sign-in', { email: '' })

export const useSendLink = () => useCreateSignInLink({ skipInvalidation: true }).mutateAsync

/** Undefined unless links cannot be sent at all. */
export const noLinks = (error: unknown): string | undefined =>
  problemOf(error)?.code === 'mail_not_configured'
    ? `Links can’t be sent at the moment. Use a passkey, or call ${brand.phone.display}.`
    : undefined
