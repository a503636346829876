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

/** The first row: what each column holds. `counts`: numbers, in all columns but the first. */
export const TableHead = ({ columns, counts = false }: { columns: string[]; counts?: boolean }) => (
  <thead>
    <tr>
      {columns.map((column, index) => (
        <th key={column} scope="col" className={counts && index > 0 ? 'num' : undefined}>
          {column}
        </th>
      ))}
    </tr>
  </thead>
)
