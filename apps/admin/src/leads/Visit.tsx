import type { Touch, Touches } from '@app/api-client'
import { touchText } from './touch-text.ts'
import { useLinkName } from './use-link-name.ts'

/** Describes the source of a visit. */
export const Visit = ({ touch }: { touch: Touch }) => <>{touchText(touch, useLinkName(touch.mailCode))}</>

/** How a visitor found the site: the last visit, and the first one if it is different. */
export const Visits = ({ touches: { first, last } }: { touches: Touches }) => (
  <>
    <div>
      <Visit touch={last} />
    </div>
    {first.at !== last.at && (
      <div>
        First visit: <Visit touch={first} />
      </div>
    )}
  </>
)
