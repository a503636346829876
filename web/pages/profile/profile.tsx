import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Account } from '../../../contract/accounts.ts'
import { useNameOf } from '../../layout/useNameOf.ts'
import { withMessages } from '../../layout/FormMessages.tsx'
import { lazyPart, NotLoaded } from '../../layout/lazyPart.tsx'
import { Loading } from '../../layout/Loading.tsx'
import { endpointQuery, preload, preloadInBrowser, type RouteQueries, withState } from '../../query.ts'
import { Title } from '../../site.tsx'
import { Candle } from '../../ui/Candle.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { DiscreetSection } from './DiscreetSection.tsx'
import { LookSection } from './LookSection.tsx'
import { CountsSwitch } from '../../features/identity/accounts/CountsSwitch.tsx'
import { ServicesSection } from '../../features/identity/accounts/ServicesSection.tsx'
import { SignInGate } from '../../features/identity/sessions/SignInGate.tsx'
import { devicesQuery, signUpModeQuery } from '../../features/identity/sessions/queries.ts'
import { accountQuery, preferencesQuery } from '../../features/identity/accounts/queries.ts'
import { RequestRows, rowsQuery } from './RequestRows.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { PersonHead } from '../../ui/PersonHead.tsx'
import styles from './profile.module.css'

// Most visits open another tab.
const AccountTab = lazyPart<{ account: Account }>(() => import('./AccountTab.tsx'), NotLoaded)

const tabs = ['requests', 'praying', 'notifications', 'account'] as const
type Tab = (typeof tabs)[number]
const readTab = (search: URLSearchParams): Tab => tabs.find((name) => name === search.get('tab')) ?? 'requests'
const tabQueries: Record<Tab, (id: string) => ReturnType<RouteQueries>> = {
  requests: () => [rowsQuery('mine')],
  praying: () => [rowsQuery('following')],
  notifications: (id) => [preferencesQuery(id), endpointQuery('push_devices.list', {}, true)],
  account: () => [devicesQuery, signUpModeQuery],
}
const queries: RouteQueries = ({ url, reader_id }) =>
  reader_id === null ? [] : [accountQuery, ...tabQueries[readTab(url.searchParams)](reader_id)]
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)
const tabPath = (tab: Tab): string => (tab === 'requests' ? '/profile' : `/profile?tab=${tab}`)

function Head({ account: { display_name, email, email_verified } }: { account: Account }) {
  const t = useTranslations('profile')
  const name = useNameOf()(display_name)
  return (
    <PersonHead
      name={name}
      act={
        <ButtonLink to={tabPath('account')} aria-label={t('edit')} preventScrollReset>
          <Icon name="pencil" />
          <span className="only-desktop">{t('edit')}</span>
        </ButtonLink>
      }
    >
      <span className="iconline">
        <Icon name="mail" />
        <bdi>{email}</bdi>
      </span>
      <span className="iconline">
        <Icon name={email_verified ? 'okcircle' : 'info'} />
        {t(email_verified ? 'confirmed' : 'unconfirmed')}
      </span>
    </PersonHead>
  )
}

function ProfileTabs({ tab }: { tab: Tab }) {
  const t = useTranslations('profile')
  return (
    <Tabs fits aria-label={t('parts')}>
      {tabs.map((other) => (
        <Link key={other} to={tabPath(other)} aria-current={other === tab ? 'page' : undefined} preventScrollReset>
          {t(other)}
        </Link>
      ))}
    </Tabs>
  )
}

function OwnProfile() {
  const t = useTranslations('profile')
  const reach = useTranslations('reach')
  const nav = useTranslations('nav')
  const [search] = useSearchParams()
  const tab = readTab(search)
  const query = useQuery(accountQuery)
  const { data: account } = query
  if (!account) {
    return (
      <>
        <h1 className="vh">{t('title')}</h1>
        <Loading label={t('loading')} failed={t('failed')} query={query} />
      </>
    )
  }
  return (
    <>
      <Head account={account} />
      <div className={styles.places}>
        <ButtonLink to="/today">
          <Candle />
          {nav('today')}
        </ButtonLink>
        <ButtonLink to="/prayer-lists">
          <Icon name="list" />
          {nav('lists')}
        </ButtonLink>
      </div>
      <ProfileTabs tab={tab} />
      <div key={tab}>
        <h2 className="vh">{t(tab)}</h2>
        {tab === 'requests' && <RequestRows which="mine" />}
        {tab === 'praying' && <RequestRows which="following" />}
        {tab === 'notifications' && (
          <div className={styles.notices}>
            <ButtonLink to="/notifications?settings">
              <Icon name="bell" />
              {reach('title')}
            </ButtonLink>
            <CountsSwitch user_id={account.id} />
          </div>
        )}
        {tab === 'account' && <AccountTab account={account} />}
      </div>
      <LookSection />
      <DiscreetSection account={account} />
      <ServicesSection user_id={account.id} />
    </>
  )
}

function Profile() {
  const t = useTranslations('profile')
  return (
    <div className={styles.profile}>
      <SignInGate title={t('title')} hasOwnHead sign_in={t('sign_in')}>
        <Title>{t('title')}</Title>
        <OwnProfile />
      </SignInGate>
    </div>
  )
}

export default withState(withMessages(Profile, 'profile'))
