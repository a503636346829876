import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import styles from './RadioCard.module.css'

type Props = Omit<ComponentPropsWithRef<'input'>, 'type' | 'id' | 'className' | 'title' | 'onChange'> & {
  title: ReactNode
  /** The effect of the option, in a sentence. */
  description?: ReactNode
  onChange: () => void
}

/** One of several options with the same `name`, in a frame, with its effect in text. */
export function RadioCard({ title, description, ...input }: Props) {
  const id = useId()
  return (
    <label className={styles.card}>
      <input
        {...input}
        type="radio"
        aria-labelledby={`${id}t`}
        aria-describedby={description === undefined ? undefined : `${id}d`}
      />
      <span className={styles.title} id={`${id}t`}>
        {title}
      </span>
      {description !== undefined && (
        <span className={styles.desc} id={`${id}d`}>
          {description}
        </span>
      )}
    </label>
  )
}
