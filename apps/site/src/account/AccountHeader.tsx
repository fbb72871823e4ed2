import { brand } from '@app/brand'
import { fieldNames } from '@app/labels'
import { NavLink } from 'react-router-dom'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { accountPaths } from '../content/account-paths.ts'
import { accountTitle } from '../content/account.ts'
import { HeaderBar, type HeaderLinksProps } from '../layout/HeaderBar.tsx'
import { screenAddress, useMode } from './area/address.ts'

const screens = fieldNames(accountPaths).filter((screen) => screen !== 'signIn')

function AccountLinks({ close }: HeaderLinksProps) {
  const mode = useMode()
  return screens.map((screen) => (
    <NavLink key={screen} to={screenAddress(screen, mode)} end onClick={close}>
      {accountTitle(screen)}
    </NavLink>
  ))
}

/** Header of the customer area. */
export const AccountHeader = () => (
  <HeaderBar
    label="Account"
    Links={AccountLinks}
    actions={
      <ExternalLink href={brand.links.apiDocs} className={buttons.secondary}>
        API Docs
      </ExternalLink>
    }
  />
)
