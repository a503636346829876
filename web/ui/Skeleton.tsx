import { Card } from './Card.tsx'
import styles from './Skeleton.module.css'
/** The shape of a card that is still on its way. */
export const CardSkeleton = () => (
  <Card className={styles.card} aria-hidden="true">
    <span className={`${styles.skeleton} ${styles.round}`} />
    <span className={`${styles.skeleton} ${styles.short}`} />
    <span className={styles.skeleton} />
    <span className={styles.skeleton} />
    <span className={`${styles.skeleton} ${styles.pill}`} />
  </Card>
)
