import type { ComponentPropsWithRef } from 'react'
import styles from './Table.module.css'

/** Rows of the desk. `cards`: on a phone each row is a card; `queue`: work items, which can be selected and opened. */
export const Table = ({
  cards = false,
  queue = false,
  ...rest
}: Omit<ComponentPropsWithRef<'table'>, 'className'> & { cards?: boolean; queue?: boolean }) => (
  <table {...rest} className={`${styles.table} ${cards ? styles.cards : ''} ${queue ? styles.queue : ''}`} />
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
