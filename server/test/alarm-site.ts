import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type TestApp, type TestOptions, startTestApp } from './app.ts'
import { type Smtp, startSmtp } from './mail.ts'
import { confirmPeople, setPeople } from './make.ts'
import { type PersonName, people } from './people.ts'
import { MINUTE_MS } from '../../contract/time.values.ts'

export const DANGER = 'I do not want to live anymore. I have saved up my pills.'
const names = ['hannah', 'tomas', 'ines', 'miriam', 'ruth', 'peter'] as const
type Name = (typeof names)[number]

/** A site with a mail server, on which Inês is the care team and staff have confirmed addresses. */
export interface AlarmSite {
  app: TestApp
  smtp: Smtp
  id: Record<Name, string>
  as: Record<Name, string>
  /** Brings it back to how it was when it started. */
  reset(): Promise<void>
  setRole(name: Name, role: 'care' | 'member' | 'limited'): Promise<unknown>
  confirm(...who: Name[]): Promise<unknown>
  /** Shares a request of Hannah’s, and returns its id. */
  share(content: string, part?: object): Promise<string>
  /** To whom mails went since the last call, in alphabetical order. */
  takeTold(): string[]
  /** The token of the link that the person got. */
  tokenOf(name: PersonName): string
  /** Lets time pass as the worker of alarms sees it, and no other work be done. */
  wait(minutes: number): Promise<void>
  stateOf(name: Name): ReturnType<typeof readState>
  stop(): Promise<void>
}

const readState = async (app: TestApp, name: Name) =>
  (await app.ask('alarms.state', {}, { as: await app.signIn(name) })).data

type AlarmOptions = Pick<TestOptions, 'push_origins' | 'limit_scale'>

export async function startAlarmSite(options: AlarmOptions = {}): Promise<AlarmSite> {
  const smtp = await startSmtp()
  const app = await startTestApp({ ...options, environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org' } })
  const [id, as] = [{} as AlarmSite['id'], {} as AlarmSite['as']]
  const setRole: AlarmSite['setRole'] = (name, role) => setPeople(app.ctx, { role }, id[name])
  const confirm: AlarmSite['confirm'] = (...who) => confirmPeople(app.ctx, ...who.map((name) => id[name]))
  const reset = async () => {
    for (const table of ['jobs', 'prayers', 'preferences', 'checks'] as const)
      await app.ctx.db.deleteFrom(table).execute()
    for (const name of names) {
      id[name] = await app.person(name)
      as[name] = await app.signIn(name)
    }
    await app.resetSettings()
    await setRole('ines', 'care')
    await setRole('miriam', 'member')
    await setRole('hannah', 'member')
    await app.ctx.db.updateTable('users').set({ email_verified_at: null }).execute()
    await confirm('ines', 'miriam', 'ruth', 'peter')
    smtp.received.length = 0
  }
  return {
    app,
    smtp,
    id,
    as,
    reset,
    setRole,
    confirm,
    share: async (content, part = {}) => {
      const answer = await app.ask('prayers.create', { content, ...part }, { as: await app.signIn('hannah') })
      expect(answer.status).toBe(200)
      return answer.data.id
    },
    takeTold: () => {
      const told = smtp.received.flatMap(({ envelope }) => envelope).toSorted()
      smtp.received.length = 0
      return told.map((email) => email.split('@')[0] ?? '')
    },
    tokenOf: (name) => {
      const found = smtp.received.find(({ envelope }) => envelope.includes(people[name].email))
      return /\/on-it#([\w-]+)/.exec(found?.mail.text ?? '')?.[1] ?? ''
    },
    wait: async (minutes) => {
      app.advance(minutes * MINUTE_MS)
      await app.app.alarmWorker.runDue()
    },
    stateOf: (name) => readState(app, name),
    stop: async () => {
      await app.stop()
      await smtp.stop()
    },
  }
}

/** Such a site for the tests around the call. Each finds it as it was when it started. */
export function alarmSite(options?: AlarmOptions | (() => AlarmOptions)): AlarmSite {
  const site = { app: {} } as AlarmSite
  beforeAll(async () => {
    const { app, ...rest } = await startAlarmSite(typeof options === 'function' ? options() : options)
    Object.assign(site.app, app)
    Object.assign(site, rest)
  })
  beforeEach(() => site.reset())
  afterAll(() => site.stop())
  return site
}
