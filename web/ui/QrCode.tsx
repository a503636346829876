import '../styles/qr.css'
import { encode } from 'uqr'

const BORDER = 2

/** A QR code. Always dark on light: many phones read no other. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <title>{label}</title>
      <path className="qr__light" d={`M0 0h${size}v${size}h-${size}z`} />
      <path className="qr__dark" d={squares.join('')} />
    </svg>
  )
}
