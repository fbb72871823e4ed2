import { useListSignIns } from '@app/api-client'
import { optionsOf } from '@app/labels'
import { Button } from '@mantine/core'
import toolbar from '../../components/Toolbar.module.css'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { idOf, keepPage, pageOf, useUrlState, valueOf } from '../../list/use-url-state.ts'
import { outcomeLabels } from '../../access/sign-in-display.ts'
import { SignInList } from '../../access/SignInList.tsx'
import { PersonFilter } from './PersonFilter.tsx'

const options = optionsOf(outcomeLabels)

export function SignInsTab() {
  const url = useUrlState()
  const staffId = idOf(url.get('person'))
  const outcome = valueOf(options, url.get('outcome'))
  const signIns = useListSignIns({ ...pageOf(url), ...(staffId && { staffId }), ...(outcome && { outcome }) }, keepPage)

  return (
    <>
      <div className={toolbar.filters}>
        <PersonFilter label="Person" />
        <FilterSelect name="outcome" label="Outcome" all="All outcomes" options={options} />
        <Button variant="default" loading={signIns.isFetching} onClick={() => void signIns.refetch()}>
          Refresh
        </Button>
      </div>
      <SignInList query={signIns} isFiltered={Boolean(staffId || outcome)} withPerson />
    </>
  )
}
