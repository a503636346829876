import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import styles from './PersonHead.module.css'

interface Props {
  name: string
  /** Short facts in a row below the name. */
  children: ReactNode
  /** A button at the end; on a phone it is round and has room for its icon alone. */
  act?: ReactNode
}

/** Head of the page of a person. */
export const PersonHead = ({ name, act, children }: Props) => (
  <div className={styles.head}>
    <Avatar name={name} />
    <div>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <div className="row row--tight small muted">{children}</div>
    </div>
    {act}
  </div>
)
