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

/**
 * Turns `[text](address)` into links; everything else stays text. A full Markdown parser would be larger than the page.
 */
function renderLinks(text: string): ReactNode[] {
  return text.split(/(\[[^[\]]+\]\((?:https?:\/\/|\/(?!\/))[^\s()[\]]*\))/).map((part, index) => {
    const [, words, address] = /^\[([^\]]+)\]\((\S+)\)$/.exec(part) ?? []
    if (words === undefined || address === undefined) return part
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text do not move
      <a key={index} href={address} rel="noopener noreferrer nofollow ugc">
        {words}
      </a>
    )
  })
}

/** Shows the text of a banner, also in the editor's preview. */
export const BannerContent = ({ title, content }: { title: string; content: string }) => (
  <p className={styles.text} dir="auto">
    <b>{title}</b> {renderLinks(content)}
  </p>
)
