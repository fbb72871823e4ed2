import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'

export function NotFoundScreen() {
  return (
    <p>
      There is no screen at this address. <Link to={paths.dashboard}>Go to the dashboard</Link>
    </p>
  )
}
