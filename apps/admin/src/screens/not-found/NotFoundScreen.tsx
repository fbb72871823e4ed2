import { Link } from 'react-router-dom'
import { ScreenTitle } from '../../layout/ScreenTitle.tsx'
import { paths } from '../../paths.ts'

export function NotFoundScreen() {
  return (
    <>
      <ScreenTitle>Oops! Page Not Found</ScreenTitle>
      <p>
        There is no screen at this address. <Link to={paths.dashboard}>Go to the dashboard</Link>
      </p>
    </>
  )
}
