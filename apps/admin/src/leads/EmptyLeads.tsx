import { EmptyNotice } from '../components/Notices.tsx'

export const EmptyLeads = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyNotice title={isFiltered ? 'No leads match' : 'No leads found'}>
    {isFiltered
      ? 'Try other words, or remove a filter.'
      : 'A lead appears here as soon as someone requests a demo on the site.'}
  </EmptyNotice>
)
