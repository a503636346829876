import { useId } from 'react'
import styles from './Arcade.module.css'

// Paths from the farthest hill to the nearest, in hundredths of the drawing.
const hills = [
  [styles.h1, 'M0 66C15 56 27 60 40 66S70 56 100 63V100H0z'],
  [styles.h2, 'M0 77C18 66 34 72 50 76S82 68 100 74V100H0z'],
  [styles.h3, 'M0 83C12 82 30 90 46 87S80 78 100 86V100H0z'],
  [styles.h4, 'M0 97C20 88 42 99 62 95S88 90 100 95V100H0z'],
] as const

/**
 * Decorative landscape at sunrise, seen through arches. `size`: width and height of the drawing; `arches`: left edge,
 * width, and height at which the walls begin, of each arch; `sun`: its height, 0–1. Below
 * `data-paper` it is day, whatever the page looks like.
 */
export function Arcade({
  size: [w, h],
  arches,
  sun = 0.55,
}: {
  size: [number, number]
  arches: [left: number, width: number, spring: number][]
  sun?: number
}) {
  const id = useId()
  const r = h * 0.085
  return (
    <svg className={styles.scene} viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
      <defs>
        <linearGradient id={`${id}s`} x1="0" y1="0" x2="0" y2="1">
          <stop className={styles.skyA} offset=".1" />
          <stop className={styles.skyB} offset=".72" />
        </linearGradient>
        <clipPath id={`${id}c`}>
          <path
            d={arches
              .map(([x, width, y]) => `M${x} ${h}V${y}a${width / 2} ${width / 2} 0 0 1 ${width} 0V${h}z`)
              .join('')}
          />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}c)`}>
        <rect width={w} height={h} fill={`url(#${id}s)`} />
        <circle className={styles.glow} cx={w * 0.56} cy={h * sun} r={r * 2.4} />
        <circle className={styles.sun} cx={w * 0.56} cy={h * sun} r={r} />
        <g transform={`scale(${w / 100} ${h / 100})`}>
          {hills.map(([layer, d]) => (
            <path key={d} className={layer} d={d} />
          ))}
        </g>
      </g>
    </svg>
  )
}
