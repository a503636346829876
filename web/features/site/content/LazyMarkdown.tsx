import type { ComponentType } from 'react'
import { lazyPart, NotLoaded } from '../../../layout/lazyPart.tsx'

/**
 * Loads `Markdown` lazily: its parser is large, so neither browser nor server loads it before there is a page to show.
 */
export const LazyMarkdown = lazyPart<{ children: string }>(
  () =>
    import('./Markdown.tsx').then((module): { default: ComponentType<{ children: string }> } => ({
      default: module.Markdown,
    })),
  NotLoaded,
)
