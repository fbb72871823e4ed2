import { getExportPersonUrl } from '@app/api-client'
import { Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { ExportLink } from '../list/ExportLink.tsx'
import styles from './PersonActions.module.css'

type Props = {
  /** A lead or a sample request of the person. */
  id: string
  /** Opens the confirmation dialog, which must not be inside the surrounding form. */
  onErase: () => void
}

/** Privacy requests of a person, and the log of who viewed their record. For owners. */
export const PersonActions = ({ id, onErase }: Props) => (
  <section aria-labelledby="person-privacy" className={styles.section}>
    <h3 id="person-privacy" className={styles.title}>
      Privacy
    </h3>
    <Group gap={8}>
      <ExportLink size="compact-sm" url={getExportPersonUrl(id)} text="Export all data about this person" />
      <Button component={Link} to={`/settings?tab=access&record=${id}`} size="compact-sm" variant="default">
        View access log
      </Button>
      <Button size="compact-sm" variant="outline" color="red" onClick={onErase}>
        Erase this person
      </Button>
    </Group>
  </section>
)
