import type { ReactNode } from 'react'
import styles from './Table.module.css'

/** Rows of the desk. `name`: what they are, for screen readers; `cards`: on a phone each row is a card; `queue`: work items, which can be selected and opened. */
export const Table = ({
  name,
  cards = false,
  queue = false,
  children,
}: {
  name: string
  cards?: boolean
  queue?: boolean
  children: ReactNode
}) => (
  <table className={`${styles.table} ${cards ? styles.cards : ''} ${queue ? styles.queue : ''}`}>
    <caption className="vh">{name}</caption>
    {children}
  </table>
)

/** The first row: what each column holds. */
export const TableHead = ({ columns }: { columns: string[] }) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  </thead>
)
