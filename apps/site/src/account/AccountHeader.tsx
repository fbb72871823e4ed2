import { brand } from '@app/brand'
import { fieldNames } from '@app/labels'
import { NavLink } from 'react-router-dom'
import buttons from '../components/buttons.module.css'
import { ExternalLink } from '../components/ExternalLink.tsx'
import { accountPaths } from '../content/account-paths.ts'
import { accountTitle } from '../content/account.ts'
import { HeaderBar } from '../layout/HeaderBar.tsx'
import { screenAddress, useMode } from './area/address.ts'

const screens = fieldNames(accountPaths).filter((screen) => screen !== 'signIn')

/** Header of the customer area. */
export function AccountHeader() {
  const mode = useMode()
  return (
    <HeaderBar
      label="Account"
      links={(close) =>
        screens.map((screen) => (
          <NavLink key={screen} to={screenAddress(screen, mode)} end onClick={close}>
            {accountTitle(screen)}
          </NavLink>
        ))
      }
      actions={
        <ExternalLink href={brand.links.apiDocs} className={buttons.secondary}>
          API Docs
        </ExternalLink>
      }
    />
  )
}
