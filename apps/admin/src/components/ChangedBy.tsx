import { Box } from '@mantine/core'
import { Instant } from './Instant.tsx'
import text from './text.module.css'

/** Shows who last changed a record and when. Renders nothing if either is unknown. */
export function ChangedBy({ at, by }: { at: string | undefined; by: string | undefined }) {
  if (!at || !by) return null
  return (
    <Box component="span" display="block" mt={8} className={text.quiet}>
      Changed by <bdi>{by}</bdi>, <Instant at={at} />
    </Box>
  )
}
