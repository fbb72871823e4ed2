import { Link } from 'react-router-dom'
import { useAddress } from './address.ts'
import area from './Area.module.css'

interface PagesProps {
  /** "pieces" */
  what: string
  /** The id of the list's heading, which takes the focus: the clicked link may not exist on the next page. */
  heading: string
  /** The cursor of the next page. */
  next: string | undefined
}

/** Links to the other pages of a list. */
export function Pages({ what, heading, next }: PagesProps) {
  const { params, to } = useAddress()
  const toTop = () => document.getElementById(heading)?.focus()
  return (
    <nav aria-label="Pages" className={area.pages}>
      {params.has('cursor') && (
        <Link to={to({ cursor: undefined })} onClick={toTop}>
          Newest {what}
        </Link>
      )}
      {next !== undefined && (
        <Link to={to({ cursor: next })} onClick={toTop}>
          Older {what}
        </Link>
      )}
    </nav>
  )
}
