import { useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ELSEWHERE } from '../../../layout/links.ts'
import { Icon } from '../../../ui/Icon.tsx'

const plainIcons = (language: string): Record<string, string> => ({
  icon: '/plain.svg',
  'apple-touch-icon': '/plain-touch-icon.png',
  manifest: `/plain.webmanifest?language=${language}`,
})
const siteIcons: Record<string, string> = {
  icon: '/favicon.svg',
  'apple-touch-icon': '/apple-touch-icon.png',
  manifest: '/manifest.webmanifest',
}

function showIcons(icons: Record<string, string>): void {
  for (const [rel, href] of Object.entries(icons))
    document.querySelector(`link[rel="${rel}"]`)?.setAttribute('href', href)
}

/** Handles the press, before the scripts of a page run that is rendered for somebody in discreet mode. */
const LEAVE_SCRIPT = '/leave.js'

/**
 * Discreet mode: a button on every screen that leaves the site at once, and neutral icons. Where the page was rendered
 * before it was switched on, the icons and the script come now; the script may run twice.
 */
export default function Leave({ isInDialog = false }: { isInDialog?: boolean }) {
  const t = useTranslations('site')
  const language = useLocale()
  useEffect(() => {
    if (isInDialog) return undefined
    // Without it the link leaves all the same, but Back leads here.
    import(/* @vite-ignore */ LEAVE_SCRIPT).catch(() => undefined)
    showIcons(plainIcons(language))
    return () => showIcons(siteIcons)
  }, [isInDialog, language])
  return (
    <a href={ELSEWHERE} rel="noreferrer nofollow" data-leave="">
      <Icon name="leave" className="flip" />
      {t('leave')}
    </a>
  )
}
