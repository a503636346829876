import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import styles from './Banner.module.css'

const icons = { announcement: 'horn', info: 'info', warning: 'alert', success: 'check' } as const satisfies Record<
  string,
  IconName
>
export type BannerType = keyof typeof icons

// Not `styles[type]`: the build drops the table of a module only where each class is named.
const colours = { announcement: '', info: styles.info, warning: styles.warning, success: styles.success }

/** Returns the classes with the colours of the type; an announcement uses the default colours. */
export const bannerClass = (type: BannerType, part = styles.banner): string => `${part} ${colours[type]}`

export const BannerIcon = ({ type }: { type: BannerType }) => <Icon name={icons[type]} />

const marked = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^[\]]+\]\((?:https?:\/\/|\/(?!\/))[^\s()[\]]*\))/

/** Turns `**bold**`, `*italic*` and `[text](address)` into elements; everything else stays text. */
function renderMarks(text: string): ReactNode[] {
  return text.split(marked).map((part, index) => {
    // The parts of one text do not move.
    const key = index
    if (index % 2 === 0) return part
    if (part.startsWith('**')) return <strong key={key}>{renderMarks(part.slice(2, -2))}</strong>
    if (part.startsWith('*')) return <em key={key}>{renderMarks(part.slice(1, -1))}</em>
    const end = part.indexOf('](')
    return (
      <a key={key} href={part.slice(end + 2, -1)} rel="noopener noreferrer nofollow ugc">
        {renderMarks(part.slice(1, end))}
      </a>
    )
  })
}

const LIST_MARK = '- '
const isItem = (line: string): boolean => line.startsWith(LIST_MARK)

/** Groups the lines of a text: those of a list, and those of a paragraph, which ends with an empty line. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = []
  let before = ''
  for (const line of text.split('\n')) {
    const block = blocks.at(-1)
    if (line.trim() !== '') {
      if (block && before.trim() !== '' && isItem(line) === isItem(before)) block.push(line)
      else blocks.push([line])
    }
    before = line
  }
  return blocks
}

/**
 * Shows the text of a banner, also in the editor's preview: what the editor offers for it, and no more. A full Markdown
 * parser would be larger than the page.
 */
export function BannerContent({ title, content }: { title: string; content: string }) {
  const [first, ...others] = blocksOf(content)
  const isList = first?.every(isItem) === true
  const blocks = first === undefined || !isList ? others : [first, ...others]
  return (
    <div className={styles.text} dir="auto">
      <p>
        <b>{title}</b> {first && !isList && renderMarks(first.join('\n'))}
      </p>
      {blocks.map((lines, index) =>
        lines.every(isItem) ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one text do not move
          <ul key={index}>
            {lines.map((line, item) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of one text do not move
              <li key={item}>{renderMarks(line.slice(LIST_MARK.length))}</li>
            ))}
          </ul>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one text do not move
          <p key={index}>{renderMarks(lines.join('\n'))}</p>
        ),
      )}
    </div>
  )
}
