import { useListCampaignLinks } from '@app/api-client'

/** The name of the campaign link with this code, once it is known. Staff read names, not codes. */
export function useLinkName(code: string | undefined): string | undefined {
  // A name that is not found leaves the code, so there is nothing to report.
  const links = useListCampaignLinks({ q: code ?? '', limit: 10 }, { query: { enabled: Boolean(code) } })
  return links.data?.data.find((link) => link.code === code)?.label
}
