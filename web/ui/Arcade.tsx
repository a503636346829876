import { useId } from 'react'

// The hills and the sun, as parts of the width and the height.
const hills = [
  [0.66, 0.15, 0.56, 0.27, 0.6, 0.4, 0.66, 0.7, 0.56, 0.63],
  [0.77, 0.18, 0.66, 0.34, 0.72, 0.5, 0.76, 0.82, 0.68, 0.74],
  [0.83, 0.12, 0.82, 0.3, 0.9, 0.46, 0.87, 0.8, 0.78, 0.86],
  [0.97, 0.2, 0.88, 0.42, 0.99, 0.62, 0.95, 0.88, 0.9, 0.95],
] as const

/**
 * A landscape at sunrise, seen through arches. Decoration only. `size`: width and height of the drawing;
 * `arches`: for each one its left edge, width, and the height at which its walls begin; `sun`: its height, 0–1.
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
    <svg className="scene" viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
      <defs>
        <linearGradient id={`${id}s`} x1="0" y1="0" x2="0" y2="1">
          <stop className="sky-a" offset=".1" />
          <stop className="sky-b" offset=".72" />
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
        <circle className="glow" cx={w * 0.56} cy={h * sun} r={r * 2.4} />
        <circle className="sun" cx={w * 0.56} cy={h * sun} r={r} />
        {hills.map(([start, ...points], i) => {
          const [ax, ay, bx, by, cx, cy, dx, dy, end] = points
          return (
            <path
              key={start}
              className={`h${i + 1}`}
              d={`M0 ${h * start}C${w * ax} ${h * ay} ${w * bx} ${h * by} ${w * cx} ${h * cy}S${w * dx} ${h * dy} ${w} ${h * end}V${h}H0z`}
            />
          )
        })}
      </g>
    </svg>
  )
}
