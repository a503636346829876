import styles from './Spinner.module.css'

/** Turns while something is being sent. The button that shows it says so in words. */
export const Spinner = () => <span className={styles.spinner} />
