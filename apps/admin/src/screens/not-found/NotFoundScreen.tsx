import { Link } from 'react-router-dom'
import { routes } from '../../urls/routes.ts'

export function NotFoundScreen() {
  return (
    <p>
      There is no screen at this URL. <Link to={routes.dashboard.path}>Go to the dashboard</Link>
    </p>
  )
}
