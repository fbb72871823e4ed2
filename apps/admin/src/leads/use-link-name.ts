import { useListCampaignLinks } from '@app/api-client'

/** The name of the campaign link with this code, once it is known. Staff read names, not codes. */
export function useLinkName(code: string | undefined): string | undefined {
  // If the name is not found, the code is shown instead, so there is no error to report.
  const links = useListCampaignLinks({ q: code ?? '', limit: 10 }, { query: { enabled: Boolean(code) } })
  return links.data?.data.find((link) => link.code === code)?.label
}
