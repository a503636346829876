import { useState, type ComponentType, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/Icon.tsx'
import { Popup, PopupPanel } from '../ui/Popup.tsx'
import { Brand } from './Brand.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { headerLinks, isCurrent } from './links.ts'
import { MenuList } from '../ui/MenuList.tsx'
import buttonStyles from '../ui/Button.module.css'
import brandStyles from './Brand.module.css'
import styles from './Header.module.css'

/** Renders both states (signed in, signed out); the style sheet shows the right one before any script has run. */
function Links({ onSignOut, menu = false }: { onSignOut: () => void; menu?: boolean }) {
  const t = useTranslations('nav')
  const { pathname } = useLocation()
  return headerLinks
    .filter((link) => menu || !link.menu)
    .map(({ to, label, audience }) => {
      const prominent = to === '/signup' && !menu ? `${buttonStyles.button} ${styles.signUp} ` : ''
      const shown = audience === undefined ? '' : `for-${audience}`
      return to === undefined ? (
        <span key={label} className={shown}>
          <button type="button" data-closes="" onClick={onSignOut}>
            {t(label)}
          </button>
        </span>
      ) : (
        <Link
          key={label}
          to={to}
          className={prominent + shown}
          aria-current={isCurrent(to, pathname) || (to === '/' && pathname.startsWith('/prayers')) ? 'page' : undefined}
        >
          {t(label)}
        </Link>
      )
    })
}

interface Props {
  onSignOut: () => void
  news: ReactNode
  appearance: ReactNode
  /** The sheet with language and appearance, which the menu of a phone opens. */
  Look: ComponentType<{ onClose?: () => void }>
}

export function Header({ onSignOut, news, appearance, Look }: Props) {
  const t = useTranslations()
  const [isLookOpen, setLookOpen] = useState(false)
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('site.skip')}
      </a>
      <header className={styles.header}>
        <div className="container">
          <Link className={`${brandStyles.brand} ${styles.brand}`} to="/">
            <Brand />
          </Link>
          <nav className={styles.nav} aria-label={t('nav.main')}>
            <Links onSignOut={onSignOut} />
          </nav>
          {news}
          <div className={styles.menus}>
            <LanguageMenu />
            {appearance}
          </div>
          <Popup label={t('nav.menu')} summary={<Icon name="menu" />} className="only-mobile">
            <PopupPanel>
              <nav aria-label={t('nav.menu')}>
                <MenuList>
                  <Links onSignOut={onSignOut} menu />
                  <button type="button" data-closes="" onClick={() => setLookOpen(true)}>
                    {t('nav.look')}
                    <Icon name="translate" className="icon--sm" />
                  </button>
                </MenuList>
              </nav>
            </PopupPanel>
          </Popup>
        </div>
      </header>
      {isLookOpen && <Look onClose={() => setLookOpen(false)} />}
    </>
  )
}
