import { describe, expect, it } from 'vitest'
import { deriveDarkPalette, requiredColors, toOklch } from '../../../../contract/colors.ts'
import { listContrasts, listLowContrasts } from '../../../../contract/contrasts.ts'
import { deriveFromThree, isOfThree, readThree } from './threeColors.ts'

const black = '#000000'
const white = '#FFFFFF'
const yellow = '#FFFF00'
const pink = '#FFE4EC'
const gray = '#808080'
const plum = '#6B2A46'
const ochre = '#8A5A05'
const cream = '#FCF7F2'

describe('three colours', () => {
  it.each([
    [plum, ochre, cream, []],
    [plum, '#C98A1B', cream, ['touch']],
    [black, black, white, []],
    [black, white, white, ['touch']],
    [white, white, white, ['main', 'touch']],
    [black, black, black, ['paper']],
    [gray, gray, gray, ['main', 'touch', 'paper']],
    [pink, pink, pink, ['main', 'touch']],
    [yellow, yellow, yellow, ['main', 'touch']],
    [yellow, pink, black, ['main', 'touch', 'paper']],
    ['#0000ff', '#ff0000', '#00ff00', ['touch', 'paper']],
    ['#00FFFF', '#FF00FF', '#FFFFF0', ['main', 'touch']],
    ['#1B5A45', '#985C09', '#F7F7F2', []],
  ])('%s, %s and %s make a theme that can be read, with %j changed', (main, touch, paper, changed) => {
    const derived = deriveFromThree({ main, touch, paper })
    expect(listLowContrasts(derived.colors)).toEqual([])
    expect(derived.changed).toEqual(changed)
    expect(requiredColors.filter((key) => !/^#[\dA-F]{6}$/.test(derived.colors[key] ?? ''))).toEqual([])
  })

  it('are readable whichever they are', () => {
    const steps = ['00', '40', '80', 'C0', 'FF']
    const all = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
    const low = all.flatMap((main, index) => {
      const touch = all[(index * 7 + 3) % all.length] ?? ''
      const paper = all[(index * 31 + 11) % all.length] ?? ''
      const { colors } = deriveFromThree({ main, touch, paper })
      return listLowContrasts(colors).map((pair) => ({ main, touch, paper, ...pair }))
    })
    expect(low).toEqual([])
  })

  it('are the colour of every button and link, and make the same theme again', () => {
    for (const main of [plum, black, white, yellow, pink, gray]) {
      const { colors } = deriveFromThree({ main, touch: gray, paper: gray })
      expect(colors.buttonBackground).toBe(colors.primary)
      const dark = deriveDarkPalette(colors)
      expect(dark.buttonBackground).toBe(dark.primary)
      expect(deriveFromThree(readThree(colors))).toEqual({ colors, changed: [] })
      expect(isOfThree(colors)).toBe(true)
      expect(isOfThree({ ...colors, border: '#123456' })).toBe(false)
    }
  })

  it('stay as they are while they can be read, and keep their hue when they cannot', () => {
    expect(deriveFromThree({ main: plum, touch: ochre, paper: cream }).colors).toMatchObject({
      primary: plum,
      accent: ochre,
      background: cream,
    })
    const { colors } = deriveFromThree({ main: '#F0A0C0', touch: ochre, paper: cream })
    expect(Math.abs(toOklch(colors.primary ?? '')[2] - toOklch('#F0A0C0')[2])).toBeLessThan(4)
    expect(listContrasts(colors, false).find(({ foreground }) => foreground === 'buttonText')?.ratio).toBeLessThan(8)
  })
})
