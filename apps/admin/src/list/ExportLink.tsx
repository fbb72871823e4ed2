import { Button } from '@mantine/core'
import { apiOrigin } from '../api-origin.ts'

/** The browser saves the file while it arrives, however long it is. */
export function ExportLink({ url }: { url: string }) {
  return (
    <Button component="a" href={apiOrigin + url} download variant="default">
      Export CSV
    </Button>
  )
}
