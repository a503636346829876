import '../../../styles/banner.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../ui/Icon.tsx'

const icons = { announcement: 'horn', info: 'info', warning: 'alert', success: 'check' } as const satisfies Record<
  string,
  IconName
>
export type BannerType = keyof typeof icons

export const BannerIcon = ({ type }: { type: BannerType }) => <Icon name={icons[type]} />

/** `[words](address)` becomes a link; everything else is text. A whole Markdown reader would weigh more than the page. */
function renderLinks(text: string): ReactNode[] {
  return text.split(/(\[[^\]]+\]\((?:https?:\/\/|\/(?!\/))[^\s)]*\))/).map((part, index) => {
    const [, words, address] = /^\[([^\]]+)\]\((\S+)\)$/.exec(part) ?? []
    if (words === undefined || address === undefined) return part
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text keep their places
      <a key={index} href={address} rel="noopener noreferrer nofollow ugc">
        {words}
      </a>
    )
  })
}

/** What a banner says, as its editor sees it beforehand. `spoken` when the reader turned to it, not while it turns by itself. */
export const BannerContent = ({
  title,
  content,
  spoken: isAnnounced = false,
}: {
  title: string
  content: string
  spoken?: boolean
}) => (
  <p className="banner__text" dir="auto" aria-live={isAnnounced ? 'polite' : 'off'}>
    <b>{title}</b> {renderLinks(content)}
  </p>
)
