import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { listContrasts } from '../../../../contract/contrasts.ts'
import { MAX_THEME_DESCRIPTION_LENGTH, MAX_THEME_NAME_LENGTH } from '../../../../contract/themes.values.ts'
import { Card } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { ColorField } from './ColorField.tsx'
import { worstContrasts } from './Contrasts.tsx'
import type { Draft } from './draft.ts'
import { colorGroups } from '../../../../contract/colors.ts'
import { TokenFields } from './TokenFields.tsx'
import type { ThemeDraft } from './useThemeDraft.ts'
import styles from './ThemeEditor.module.css'

const groups = Object.keys(colorGroups) as (keyof typeof colorGroups)[]
/** Returns the colour to show for an optional colour that is empty. */
const fallbackColor = (key: string, colors: Record<string, string>): string =>
  colors[key.replace(/Text$/, 'Dark')] ?? '#000000'

/** Returns the worst contrast of each foreground colour. */
function worstRatios(colors: Record<string, string>) {
  const pairs = worstContrasts(listContrasts(colors, false).filter(({ foreground }) => foreground in colors))
  return new Map(pairs.map((pair) => [pair.foreground, pair]))
}

interface Props {
  editing: Pick<ThemeDraft, 'draft' | 'set' | 'setColor' | 'errorFor' | 'isWrong'>
  /** The valid colours of the draft. */
  colors: Draft['colors']
}

/** Edits all values of a theme. Groups that hold an error are open. */
export function ThemeFields({ editing: { draft, set, setColor, errorFor, isWrong }, colors }: Props) {
  const t = useTranslations('look')
  const ratios = useMemo(() => worstRatios(colors), [colors])
  return (
    <Card as="section" tight className="stack">
      <Field
        label={t('name')}
        value={draft.name}
        maxLength={MAX_THEME_NAME_LENGTH}
        required
        dir="auto"
        autoComplete="off"
        error={errorFor('name', draft.name)}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Field
        label={t('description')}
        value={draft.description}
        maxLength={MAX_THEME_DESCRIPTION_LENGTH}
        dir="auto"
        autoComplete="off"
        error={errorFor('description', draft.description)}
        onChange={({ target }) => set({ description: target.value })}
      />
      {groups.map((group, index) => (
        <details
          key={group}
          className={styles.group}
          open={index < 2 || isWrong(colorGroups[group].map((key) => `colors.${key}`)) || undefined}
        >
          <summary>
            {t(`colors_${group}`)} <span className="muted">{colorGroups[group].length}</span>
          </summary>
          {group === 'optional' && <p className="small muted">{t('optional_text')}</p>}
          {colorGroups[group].map((key) => (
            <ColorField
              key={key}
              name={key}
              value={draft.colors[key] ?? ''}
              fallback={fallbackColor(key, colors)}
              contrast={ratios.get(key)}
              error={errorFor(`colors.${key}`, draft.colors[key] ?? '')}
              onChange={(color) => setColor(key, color)}
            />
          ))}
        </details>
      ))}
      <details className={styles.group} open={isWrong(['font.', 'typography.', 'ui.']) || undefined}>
        <summary>{t('measures')}</summary>
        <TokenFields draft={draft} errorFor={errorFor} set={set} />
      </details>
    </Card>
  )
}
