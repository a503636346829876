import { useMemo } from 'react'
import renderMarkdown, { type Components } from 'react-markdown'
import { Link } from 'react-router'
import remarkGfm from 'remark-gfm'
import { useTranslations } from 'use-intl'
import { useSite } from '../../../site.tsx'
import { resolveLink } from './addresses.ts'
import { limitNesting, normalizeTree } from './normalizeMarkdown.ts'
import styles from './Markdown.module.css'

const plugins = [remarkGfm, normalizeTree]
// Decided in the components, which know the site's own address.
const keepUrl = (url: string): string => url

const components: Components = {
  a: function TextLink({ href = '', title, id, children }) {
    const { public_origin } = useSite()
    const address = resolveLink(href, public_origin)
    if (!address) return <span>{children}</span>
    if (!address.own) {
      return (
        <a href={address.href} title={title} rel="noopener noreferrer nofollow ugc">
          {children}
        </a>
      )
    }
    // Other addresses of the site may be no pages.
    return address.path.startsWith('/content/') ? (
      <Link to={address.path} title={title}>
        {children}
      </Link>
    ) : (
      <a href={address.path} title={title} id={id}>
        {children}
      </a>
    )
  },
  img: function Picture({ src, alt = '', title }) {
    const { public_origin } = useSite()
    const address = typeof src === 'string' ? resolveLink(src, public_origin) : null
    // A picture of another site would tell it who is reading.
    return address?.own ? <img src={address.path} alt={alt} title={title} loading="lazy" /> : alt
  },
  table: function ScrollingTable({ children }) {
    const t = useTranslations('content')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- so that the keyboard can scroll it
      <div className={styles.table} role="group" aria-label={t('table')} tabIndex={0}>
        <table>{children}</table>
      </div>
    )
  },
}

/**
 * Text in CommonMark with tables, as elements. HTML in it is text, links lead to http, https, mailto and the site, and
 * pictures come from the site only. Inside `FormMessages`.
 */
export function Markdown({ children }: { children: string }) {
  const text = useMemo(() => {
    try {
      return renderMarkdown({
        children: limitNesting(children),
        remarkPlugins: plugins,
        urlTransform: keepUrl,
        components,
      })
    } catch {
      // Nested beyond what can be read: as it was written, then.
      return <p>{children}</p>
    }
  }, [children])
  return (
    <div className={styles.prose} data-markdown="">
      {text}
    </div>
  )
}
