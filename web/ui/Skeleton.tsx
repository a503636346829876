import { Card } from './Card.tsx'
import styles from './Skeleton.module.css'
/** Placeholder of a card that is loading. */
export const CardSkeleton = () => (
  <Card className={styles.card} aria-hidden="true">
    <span className={`${styles.skeleton} ${styles.round}`} />
    <span className={`${styles.skeleton} ${styles.short}`} />
    <span className={styles.skeleton} />
    <span className={styles.skeleton} />
    <span className={`${styles.skeleton} ${styles.pill}`} />
  </Card>
)
