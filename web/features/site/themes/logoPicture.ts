import { toOklch, relight } from '../../../../contract/colors.ts'
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE } from '../../../../contract/settings.values.ts'
import type { ThreeColors } from './threeColors.ts'

/** Bytes. What is larger is drawn again, smaller: emails carry the logo too. */
const GOOD_SIZE = MAX_LOGO_BYTES / 4
/** Bytes. Beyond, decoding could take the tab away. */
const MAX_FILE = 64 * 1024 * 1024
const SIDES = [MAX_LOGO_SIDE, 384, 256, 192, 128, 64]
/** Pixels of a side, from which colours are read. */
const SAMPLE = 64
const MAX_COLORS = 6
/** Lightness in OKLCH, 0–1. Paler drawings are lost on the paper of a site, and get some of their own. */
const PALE = 0.85
const DARK_PAPER = '#1F2A2E'

const readAsAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.')))
    reader.readAsDataURL(file)
  })

/** Draws a picture into the middle of a square. Rejects when the browser cannot show it. */
async function drawSquare(address: string, side: number): Promise<HTMLCanvasElement> {
  // As a picture, so that no script in an SVG runs and nothing that it refers to is loaded.
  const image = new Image()
  image.src = address
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  if (width === 0 || height === 0) throw new Error('The picture has no size.')
  const scale = side / Math.max(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser cannot draw.')
  context.imageSmoothingQuality = 'high'
  const [w, h] = [width * scale, height * scale]
  context.drawImage(image, (side - w) / 2, (side - h) / 2, w, h)
  return canvas
}

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), 'image/png'),
  )

function layPaper(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = DARK_PAPER
  context.fillRect(0, 0, canvas.width, canvas.height)
}

/** Returns any picture that the browser can show as the data URL of a small square PNG. Rejects when there is nothing to see. */
export async function toLogo(file: File): Promise<string> {
  if (file.size > MAX_FILE) throw new Error('The file is too large.')
  // Drawn once from the original, which may have millions of pixels; smaller ones from that.
  const drawn = await drawSquare(await readAsAddress(file), MAX_LOGO_SIDE)
  const colors = proposeColors(await readPixels(drawn.toDataURL('image/png')))
  if (colors.length === 0) throw new Error('The picture is empty.')
  if (colors.every((color) => lightnessOf(color) > PALE)) layPaper(drawn)
  let address = drawn.toDataURL('image/png')
  for (const side of SIDES) {
    const png = await toPng(await drawSquare(address, side))
    address = await readAsAddress(png)
    if (png.size <= GOOD_SIZE) break
  }
  return address
}

/** Returns red, green, blue and opacity, 0–255, of the pixels of a logo. */
export async function readPixels(address: string): Promise<Uint8ClampedArray> {
  const canvas = await drawSquare(address, SAMPLE)
  const data = canvas.getContext('2d')?.getImageData(0, 0, SAMPLE, SAMPLE).data
  return data ?? new Uint8ClampedArray()
}

const distance = (one: string, other: string): number => {
  const [[l1, c1, h1], [l2, c2, h2]] = [toOklch(one), toOklch(other)]
  const radians = ((h1 - h2) * Math.PI) / 180
  return Math.hypot(l1 - l2, Math.sqrt(Math.max(0, c1 * c1 + c2 * c2 - 2 * c1 * c2 * Math.cos(radians))))
}

/** Returns up to six colours that differ, the most frequent first. `pixels`: red, green, blue and opacity, 0–255. */
export function proposeColors(pixels: Uint8ClampedArray): string[] {
  const bins = new Map<number, [count: number, red: number, green: number, blue: number]>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4)
    if (opacity < 128) continue
    const bin = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const [count, r, g, b] = bins.get(bin) ?? [0, 0, 0, 0]
    bins.set(bin, [count + 1, r + red, g + green, b + blue])
  }
  const colors: string[] = []
  for (const [count, ...sums] of [...bins.values()].toSorted(([one], [other]) => other - one)) {
    const hex = sums.map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    const color = `#${hex.join('')}`.toUpperCase()
    if (colors.every((other) => distance(color, other) > 0.12)) colors.push(color)
    if (colors.length === MAX_COLORS) break
  }
  return colors
}

const chromaOf = (color: string): number => toOklch(color)[1]
const lightnessOf = (color: string): number => toOklch(color)[0]

/** Chooses three of the colours of a logo: Main is the most vivid dark one, Touch the most vivid other one, Paper a pale one. */
export function toThree(colors: string[]): ThreeColors | undefined {
  const vivid = colors.toSorted((one, other) => chromaOf(other) - chromaOf(one))
  const main = vivid.find((color) => lightnessOf(color) < 0.65) ?? vivid[0]
  if (main === undefined) return undefined
  const touch = vivid.find((color) => color !== main && lightnessOf(color) < 0.9) ?? main
  const paper = colors.find((color) => lightnessOf(color) > 0.95) ?? relight(main, 0.98, 0.008)
  return { main, touch, paper }
}
