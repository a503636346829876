import { useTranslations } from 'use-intl'
import type { DiffChunk } from './diff.ts'
import editorStyles from './Editor.module.css'

/** Number of unchanged lines shown before and after a change. */
const CONTEXT_LINES = 2

function Lines({ lines, kind }: { lines: string[]; kind: 'added' | 'removed' }) {
  const t = useTranslations('editor')
  if (lines.length === 0) return null
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <Mark className={`${editorStyles.lines} ${editorStyles[kind]}`} dir="auto">
      <span className="vh">{t(kind)}: </span>
      {lines.join('\n')}
    </Mark>
  )
}

function UnchangedLines({ lines, isFirst, isLast }: { lines: string[]; isFirst: boolean; isLast: boolean }) {
  const t = useTranslations('editor')
  const head = isFirst ? [] : lines.slice(0, CONTEXT_LINES)
  const tail = isLast ? [] : lines.slice(Math.max(head.length, lines.length - CONTEXT_LINES))
  const hidden = lines.length - head.length - tail.length
  return (
    <>
      {head.length > 0 && (
        <span className={editorStyles.lines} dir="auto">
          {head.join('\n')}
        </span>
      )}
      {hidden > 0 && <span className={`small muted ${editorStyles.gap}`}>{t('unchanged', { count: hidden })}</span>}
      {tail.length > 0 && (
        <span className={editorStyles.lines} dir="auto">
          {tail.join('\n')}
        </span>
      )}
    </>
  )
}

/** Shows the difference between two texts: removed and added lines, with a few unchanged lines around them. */
export function DiffView({ pieces }: { pieces: DiffChunk[] }) {
  const t = useTranslations('editor')
  if (!pieces.some(({ kind }) => kind === 'changed')) return <p className="muted">{t('same')}</p>
  return (
    <div className={editorStyles.diff}>
      {pieces.map((piece, index) =>
        piece.kind === 'same' ? (
          // oxlint-disable-next-line react/no-array-index-key -- chunks have no id
          <UnchangedLines key={index} lines={piece.lines} isFirst={index === 0} isLast={index === pieces.length - 1} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- chunks have no id
          <div key={index}>
            <Lines kind="removed" lines={piece.before} />
            <Lines kind="added" lines={piece.after} />
          </div>
        ),
      )}
    </div>
  )
}
