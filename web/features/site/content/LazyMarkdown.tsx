import { Suspense, type ComponentType } from 'react'
import { lazyPart, NotLoaded } from '../../../layout/lazyPart.tsx'

const Markdown = lazyPart<{ children: string }>(
  () =>
    import('./Markdown.tsx').then((module): { default: ComponentType<{ children: string }> } => ({
      default: module.Markdown,
    })),
  NotLoaded,
)

/**
 * Loads `Markdown` lazily: its parser is large, so neither browser nor server loads it before there is a page to show.
 */
export const LazyMarkdown = ({ children }: { children: string }) => (
  <Suspense>
    <Markdown>{children}</Markdown>
  </Suspense>
)
