import { type ReactNode, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Table, TableHead } from '../../../ui/Table.tsx'
import tableStyles from '../../../ui/Table.module.css'
import styles from './Chart.module.css'

interface Step {
  label: string
  value: number
}

// Size of the canvas in SVG units.
const WIDTH = 452
const LEFT = 34
const TOP = 8
const FLOOR = 146
const BOTTOM = 168

/** Returns the next round number: 1, 2, 4, 6, 8 or 10 times a power of ten, at least 2, so that its half is whole. */
function niceCeiling(maximum: number): number {
  if (maximum <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(maximum))
  return ([1, 2, 4, 6, 8, 10].find((factor) => factor * power >= maximum) ?? 10) * power
}

interface CardProps {
  title: string
  /** Header of the first column of the table. */
  what: string
  rows: Step[]
  children: ReactNode
}

/** Shows numbers as a chart, or as a table for readers who prefer one. */
export function ChartCard({ title, what, rows, children }: CardProps) {
  const t = useTranslations('admin')
  const number = new Intl.NumberFormat(localeOf(useLocale()))
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  return (
    <Card as="section" tight className={styles.chart} aria-labelledby={id}>
      <div className={styles.head}>
        <CardTitle id={id}>{title}</CardTitle>
        {rows.length > 0 && (
          <Button variant="text" size="small" onClick={() => setIsTable(!isTable)}>
            {t(isTable ? 'as_chart' : 'as_table')}
          </Button>
        )}
      </div>
      {rows.length === 0 && <p className="muted">{t('nothing_counted')}</p>}
      {rows.length > 0 && !isTable && children}
      {isTable && (
        <div className={tableStyles.box}>
          <Table name={title}>
            <TableHead counts columns={[what, t('how_many')]} />
            <tbody>
              {rows.map(({ label, value }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="num">{number.format(value)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  )
}

/** Shows numbers over time, as bars or as a line. */
export function Chart({ title, kind, steps }: { title: string; kind: 'bars' | 'line'; steps: Step[] }) {
  const t = useTranslations('admin')
  const number = new Intl.NumberFormat(localeOf(useLocale()))
  const values = steps.map(({ value }) => value)
  const top = niceCeiling(Math.max(...values))
  const y = (value: number) => FLOOR - (value / top) * (FLOOR - TOP)
  const width = (WIDTH - LEFT) / steps.length
  const points = steps.map(({ value }, index) => `${LEFT + (index + 0.5) * width},${y(value)}`)
  const right = LEFT + (steps.length - 0.5) * width
  return (
    // Without a single prayer, an empty grid would say less than a sentence.
    <ChartCard title={title} what={t('when')} rows={values.some((value) => value > 0) ? steps : []}>
      <p className="vh">
        {t('chart_says', {
          least: Math.min(...values),
          most: Math.max(...values),
          sum: values.reduce((a, b) => a + b, 0),
        })}
      </p>
      {/* Time runs from left to right in every language, as the design requires. */}
      <svg viewBox={`0 0 ${WIDTH} ${BOTTOM}`} aria-hidden="true" direction="ltr">
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line className={styles.grid} x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {number.format(value)}
            </text>
          </g>
        ))}
        {kind === 'bars' ? (
          steps.map(({ label, value }, index) => (
            <rect
              key={label}
              className={styles.bar}
              x={LEFT + index * width + width * 0.14}
              y={y(value)}
              width={width * 0.72}
              height={FLOOR - y(value)}
              rx={2}
            />
          ))
        ) : (
          <>
            <path
              className={styles.area}
              d={`M${LEFT + width / 2},${FLOOR} L${points.join(' L')} L${right},${FLOOR} Z`}
            />
            <polyline className={styles.line} points={points.join(' ')} />
          </>
        )}
        <text x={LEFT} y={BOTTOM - 4}>
          {steps[0]?.label}
        </text>
        <text x={WIDTH} y={BOTTOM - 4} textAnchor="end">
          {steps.at(-1)?.label}
        </text>
      </svg>
    </ChartCard>
  )
}
