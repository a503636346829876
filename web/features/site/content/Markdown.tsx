import { useMemo } from 'react'
import renderMarkdown, { type Components } from 'react-markdown'
import { Link } from 'react-router'
import remarkGfm from 'remark-gfm'
import { useTranslations } from 'use-intl'
import { useSite } from '../../../site.tsx'
import { resolveLink } from './addresses.ts'
import { limitNesting, normalizeTree } from './normalizeMarkdown.ts'
import { Prose } from './Prose.tsx'
import styles from './Markdown.module.css'

const plugins = [remarkGfm, normalizeTree]
// The components check URLs, because they know the origin of the site.
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
    // Other paths of the site may not be pages of the application.
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
    // Loading an image from another site would reveal the reader to it.
    return address?.own ? <img src={address.path} alt={alt} title={title} loading="lazy" /> : alt
  },
  table: function ScrollingTable({ children }) {
    const t = useTranslations('content')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- lets the keyboard scroll the table
      <div className={styles.table} role="group" aria-label={t('table')} tabIndex={0}>
        <table>{children}</table>
      </div>
    )
  },
}

/**
 * Renders CommonMark with tables as elements. HTML is shown as text, links may lead to http, https, mailto and the
 * site, and images come from the site only. Needs `FormMessages` around it.
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
      // Shows text that is nested too deeply to parse as it was written.
      return <p>{children}</p>
    }
  }, [children])
  return <Prose data-markdown="">{text}</Prose>
}
