import styles from './EmptyLeads.module.css'

/** Explains why the list is empty, and what to do about it. */
export const EmptyLeads = ({ isFiltered }: { isFiltered: boolean }) => (
  <div className={styles.text}>
    <p className={styles.title}>{isFiltered ? 'No leads match' : 'No leads found'}</p>
    <p className={styles.hint}>
      {isFiltered
        ? 'Try other words, or remove a filter.'
        : 'A lead appears here as soon as someone requests a demo on the site.'}
    </p>
  </div>
)
