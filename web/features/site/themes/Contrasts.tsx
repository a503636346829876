import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { type Contrast, type Fix, listContrasts, suggestFix, baseKey } from '../../../../contract/contrasts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import type { ColorKey } from '../../../../contract/colors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Table, TableHead } from '../../../ui/Table.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import tableStyles from '../../../ui/Table.module.css'
import themeEditorStyles from './ThemeEditor.module.css'

type Colors = Record<string, string>
/** Maximum number shown, to keep the list short; further ones appear when the first are fixed. */
const MAX_SHOWN = 8

/** Returns the worst pair of each foreground colour, light and dark: a fix for it fixes the others. */
export function worstContrasts(low: Contrast[]): Contrast[] {
  const worst = new Map<string, Contrast>()
  for (const pair of low) {
    const key = `${baseKey(pair.foreground)} ${pair.dark}`
    const other = worst.get(key)
    if (!other || pair.ratio / pair.minimum < other.ratio / other.minimum) worst.set(key, pair)
  }
  return [...worst.values()]
}

/** Rounds down, so that an insufficient ratio does not look sufficient. */
function useRatio() {
  const format = useFormatter()
  return (ratio: number) => format.number(Math.floor(ratio * 10) / 10, { minimumFractionDigits: 1 })
}

function usePairName() {
  const t = useTranslations('look')
  return ({ foreground, background, dark }: Contrast) =>
    t(dark ? 'pair_dark' : 'pair', {
      front: t(`color_${foreground as ColorKey}`),
      ground: t(`color_${background as ColorKey}`),
    })
}

function LowContrastItem({ colors, pair, onFix }: { colors: Colors; pair: Contrast; onFix: (fix: Fix) => void }) {
  const t = useTranslations('look')
  const name = usePairName()
  const ratio = useRatio()
  const fix = useMemo(() => suggestFix(colors, pair), [colors, pair])
  return (
    <li ref={keepFocus} className={themeEditorStyles.low}>
      <span>{t('low', { pair: name(pair), ratio: ratio(pair.ratio), least: ratio(pair.minimum) })}</span>
      {fix && (
        <Button size="small" onClick={() => onFix(fix)}>
          <i className={themeEditorStyles.lowDot} style={{ background: fix.color }} />
          {fix.key === pair.foreground
            ? t('use', { color: fix.color })
            : t('use_for', { color: fix.color, name: t(`color_${fix.key as ColorKey}`) })}
        </Button>
      )}
    </li>
  )
}

/** Lists pairs with too little contrast, each with a button that fixes it. */
export function LowContrasts(props: { colors: Colors; low: Contrast[]; onFix: (fix: Fix) => void }) {
  const t = useTranslations('look')
  const { low } = props
  if (low.length === 0) return null
  return (
    <Note kind="warning" icon="alert" title={t('low_title', { count: low.length })}>
      <ul className={themeEditorStyles.lows}>
        {low.slice(0, MAX_SHOWN).map((pair) => (
          <LowContrastItem
            key={`${pair.foreground} ${pair.dark}`}
            colors={props.colors}
            pair={pair}
            onFix={props.onFix}
          />
        ))}
      </ul>
      {low.length > MAX_SHOWN && t('low_more', { count: low.length - MAX_SHOWN })}
    </Note>
  )
}

/** Lists every pair that is checked when a theme is saved. */
export function AllContrasts({ colors }: { colors: Colors }) {
  const t = useTranslations('look')
  const name = usePairName()
  const ratio = useRatio()
  return (
    <div className={tableStyles.box}>
      <Table name={t('all_contrasts')}>
        <TableHead counts columns={[t('combination'), t('contrast'), t('needed')]} />
        <tbody>
          {[false, true]
            .flatMap((dark) => listContrasts(colors, dark))
            .map((pair) => (
              <tr key={`${pair.foreground} ${pair.background} ${pair.dark}`}>
                <th scope="row">{name(pair)}</th>
                <td className="num">
                  <Badge tone={pair.ratio < pair.minimum ? 'error' : 'success'}>
                    <Icon name={pair.ratio < pair.minimum ? 'alert' : 'check'} />
                    {ratio(pair.ratio)}
                  </Badge>
                </td>
                <td className="num">{ratio(pair.minimum)}</td>
              </tr>
            ))}
        </tbody>
      </Table>
    </div>
  )
}
