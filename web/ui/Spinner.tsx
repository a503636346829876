import styles from './Spinner.module.css'

/** Spins while something is being sent. The label of the button that shows it says so in text. */
export const Spinner = () => <span className={styles.spinner} />
