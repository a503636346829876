import { useId } from 'react'
import sprite from './icons.svg?url'
import styles from './Arcade.module.css'

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
        <use href={`${sprite}#hills`} width={w} height={h} />
      </g>
    </svg>
  )
}
