import { isIP } from 'node:net'
import path from 'node:path'
import { classifierAudiences } from '../contract/classifications.values.ts'
import { z } from 'zod'
import { readDkimKey } from './dkim-key.ts'
import { parsePostgresUrl } from './postgres-url.ts'

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

/** Characters that a header can carry. */
const key = z.string().regex(/^[\x21-\x7e]{1,500}$/)

const databaseUrl = z.string().refine((url) => parsePostgresUrl(url) !== undefined)

/** True for what Fastify takes for a proxy: an address, a range, or the name of some ranges. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', range, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (range === undefined || (family === 4 && isIP(range) === 4)) return true
  return /^\d{1,3}$/.test(range) && Number(range) >= 1 && Number(range) <= (family === 4 ? 32 : 128)
}

/** Returns the address as browsers write it, without a trailing slash. Throws a `ConfigError` where links could not begin with it. */
function readPublicUrl(url: string): string {
  const { pathname, search, hash, username, password, origin } = new URL(url)
  if (!/^\/*$/.test(pathname) || search !== '' || hash !== '')
    throw new ConfigError(
      'PUBLIC_URL has to end with the host. A site can’t sit below a path, so give it its own host, such as https://prayer.example.org.',
    )
  if (username !== '' || password !== '')
    throw new ConfigError(
      'PUBLIC_URL can’t hold a name or a password: every link would show them. Write the address as people type it, such as https://prayer.example.org.',
    )
  return origin
}

/** True for a URL whose name and password can be decoded, as whoever signs in with them has to. */
function hasReadableName(url: string): boolean {
  try {
    const { username, password } = new URL(url)
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** Every setting read from the environment. `.env.example` describes each to the operator. */
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  SITE_NAME: z.string().trim().min(1).max(60).default('Oremus'),
  // No shell replaces `~` or `$HOME` here, so a folder of that name would be made.
  DATA_DIR: z
    .string()
    .trim()
    .regex(/^(?![~$]|\w+:\/\/)./)
    .default('data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_LISTEN_URL: z.union([z.literal('off'), databaseUrl]).optional(),
  DATABASE_REPLICA_URLS: list.pipe(z.array(databaseUrl)),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./ })
    .refine(hasReadableName)
    .optional(),
  // `name@example.org` or `A name <name@example.org>`, without characters that could end a header line.
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(/^(?:[^<>"\\\p{Cc}]{1,60} <[^\s<>@"]+@[^\s<>@"]+>|[^\s<>@"]+@[^\s<>@"]+)$/u)
    .optional(),
  MAIL_PER_MINUTE: z.coerce.number().int().min(1).max(10_000).default(120),
  // Signing of mails: the domain is that of MAIL_FROM, unless another one is given.
  DKIM_DOMAIN: z
    .string()
    .max(253)
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i)
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .max(63)
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i)
    .optional(),
  DKIM_KEY_FILE: z.string().min(1).optional(),
  CLASSIFIER_URL: z.url({ protocol: /^https?$/, hostname: /./ }).optional(),
  CLASSIFIER_SENDS: z.enum(classifierAudiences).default('public'),
  MODEL_DIR: z.string().min(1).optional(),
  TRANSLATE_PROVIDER: z.enum(['google', 'libretranslate']).default('google'),
  TRANSLATE_URL: z.url({ protocol: /^https?$/, hostname: /./ }).optional(),
  TRANSLATE_KEY: key.optional(),
  SPEECH_KEY: key.optional(),
  SPEECH_TO_TEXT_URL: z
    .url({ protocol: /^https?$/, hostname: /./ })
    .default('https://speech.googleapis.com/v1/speech:recognize'),
  TEXT_TO_SPEECH_URL: z
    .url({ protocol: /^https?$/, hostname: /./ })
    .default('https://texttospeech.googleapis.com/v1/text:synthesize'),
  BROWSER_SERVICES: z.enum(['on', 'off']).default('off'),
  BACKUPS: z.enum(['on', 'off']).optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
  BACKUP_COMMAND: z.string().min(1).optional(),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .max(200)
    .regex(/^[\w.~+/=-]+$/)
    .optional(),
  TRUSTED_PROXIES: list.pipe(z.array(z.string().refine(isProxy))),
  CORS_ORIGINS: list.pipe(z.array(z.url({ protocol: /^https?$/ }))),
  FONT_HOSTS: list.pipe(z.array(z.string().regex(/^[a-z0-9.-]+(:\d{1,5})?$/i))),
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('off'),
  // RFC 9116 takes URIs; an address alone becomes one. None may end its line.
  SECURITY_CONTACT: z
    .string()
    .max(500)
    .regex(/^(?:https:\/\/[\w.-]+(?:\/[\w.~!$&'()*+,;=:@/%?-]*)?|(?:mailto:)?[\w.+%-]+@[\w-]+(?:\.[\w-]+)+)$/)
    .optional(),
  DIAGNOSTICS: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export class ConfigError extends Error {}

/** The names of all settings. */
export const settingNames = Object.keys(Environment.shape)

/** Sentences for mistakes that `.env.example` alone does not clear up. */
const advice: Record<string, string> = {
  DATABASE_URL:
    'DATABASE_URL isn’t right. Write postgres://user:password@host:5432/database, with @ in a password as %40, / as %2F and : as %3A.',
  DATA_DIR: 'DATA_DIR isn’t right. Write the path of a folder in full, without ~ or $HOME, such as /var/lib/oremus.',
  PUBLIC_URL:
    'PUBLIC_URL isn’t right: it has to begin with https://. Write the address as people type it, such as https://prayer.example.org.',
  SMTP_URL:
    'SMTP_URL isn’t right. Write smtps://name:password@mail.example.org, with % in a password as %25, @ as %40, / as %2F and : as %3A.',
  TRUSTED_PROXIES:
    'TRUSTED_PROXIES isn’t right. Write addresses or ranges, separated by commas, such as 127.0.0.1 or 10.0.0.0/8.',
}

/** The address at which a browser on the same machine opens the site. */
export const ownAddress = ({ port }: { port: number }): string => `http://localhost:${port}`

/**
 * The only reader of the environment. Throws a `ConfigError` that names the setting and never its value, which may
 * contain a password.
 */
export function readConfig(environment: NodeJS.ProcessEnv, { development = false, demo = false } = {}) {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(present)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    const [name = ''] = names
    throw new ConfigError(
      (names.length === 1 && advice[name]) ||
        `These settings aren’t right: ${names.join(', ')}. See .env.example for what each one takes.`,
    )
  }
  const settings = parsed.data
  const given_url = settings.PUBLIC_URL === undefined ? undefined : readPublicUrl(settings.PUBLIC_URL)
  if (settings.SMTP_URL !== undefined && settings.MAIL_FROM === undefined) {
    throw new ConfigError('SMTP_URL needs MAIL_FROM too: the address that emails come from.')
  }
  if (settings.DATABASE_LISTEN_URL !== undefined && settings.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_LISTEN_URL needs DATABASE_URL too: both lead to the same database.')
  }
  if (settings.DATABASE_REPLICA_URLS.length > 0 && settings.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URLS needs DATABASE_URL too: the database they copy.')
  }
  const public_url = given_url ?? ownAddress({ port: settings.PORT })
  return {
    port: settings.PORT,
    host: settings.HOST,
    /**
     * Without a path or a trailing slash; every absolute link is built from it, never from a Host header. While the environment does
     * not set it, it follows the setting `site_address`.
     */
    public_url,
    /** True when the environment sets `public_url`. */
    has_public_url: given_url !== undefined,
    site_name: settings.SITE_NAME,
    /** Absolute path. Contains the embedded database, the token key, undelivered mail and backups. */
    data_dir: path.resolve(settings.DATA_DIR),
    /** URL of PostgreSQL, used instead of the embedded database. */
    database_url: settings.DATABASE_URL,
    /** Where to listen for changes of other processes, past a pooler; `off` polls instead. */
    database_listen_url: settings.DATABASE_LISTEN_URL,
    /** Its streaming replicas, which serve reads. May contain passwords. */
    database_replica_urls: settings.DATABASE_REPLICA_URLS,
    /** Mail server; without it mails are written to the data folder as files. May contain a password. */
    smtp_url: settings.SMTP_URL,
    /** Sender of mails. */
    mail_from: settings.MAIL_FROM ?? `no-reply@${new URL(public_url).hostname}`,
    /** The highest number of emails about notices that each process hands in a minute. */
    mail_per_minute: settings.MAIL_PER_MINUTE,
    /** With what mails are signed, so that receivers know that they are the site's. The key is private. */
    dkim: readDkim(settings),
    /** True when links in mails are also logged: only where no other person's account is at risk. */
    logs_mail_links: development || demo,
    /** Classification service used instead of the built-in model. May contain a password. */
    classifier_url: settings.CLASSIFIER_URL,
    /** Requests that are sent to that service. */
    classifier_sends: settings.CLASSIFIER_SENDS,
    /** Absolute path of an embedding model on this machine, used instead of the built-in classifier. */
    model_dir: settings.MODEL_DIR === undefined ? undefined : path.resolve(settings.MODEL_DIR),
    /** Service that translates requests into the reader's language. */
    translation: readTranslation(settings),
    /** Services for speech recognition and speech synthesis. */
    speech:
      settings.SPEECH_KEY === undefined
        ? undefined
        : {
            key: settings.SPEECH_KEY,
            recognition_url: settings.SPEECH_TO_TEXT_URL,
            synthesis_url: settings.TEXT_TO_SPEECH_URL,
          },
    /** True when pages call those services directly, which exposes the keys to every reader. */
    browser_services: settings.BROWSER_SERVICES === 'on',
    /** True when a backup is made every day. PostgreSQL has its own tools, which also work when the database is too large for one file. */
    backups: demo
      ? false
      : settings.BACKUPS === undefined
        ? settings.DATABASE_URL === undefined
        : settings.BACKUPS === 'on',
    /** Number of backups to keep. */
    backup_keep: settings.BACKUP_KEEP,
    /** Command run after each backup with its path in `BACKUP_FILE`, to copy it to another machine. */
    backup_command: settings.BACKUP_COMMAND,
    /** Token that may read `/metrics`; without it nobody may. */
    metrics_token: settings.METRICS_TOKEN,
    /** Addresses or ranges whose X-Forwarded-For is trusted. */
    trusted_proxies: settings.TRUSTED_PROXIES,
    cors_origins: settings.CORS_ORIGINS.map((origin) => new URL(origin).origin),
    /** Hosts besides the site's own from which a theme may load a font. */
    font_hosts: settings.FONT_HOSTS.map((host) => host.toLowerCase()),
    /** True when browsers are told to use https for every host below the site's own too. */
    hsts_subdomains: settings.HSTS_SUBDOMAINS === 'on',
    /** URI for reports of weaknesses, published in `/.well-known/security.txt`. */
    security_contact: settings.SECURITY_CONTACT?.replace(/^(?=[^:]+$)/, 'mailto:'),
    /** True when the diagnostic pages are available. */
    diagnostics: settings.DIAGNOSTICS === 'on',
    log_level: settings.LOG_LEVEL,
    /** Uses Vite in middleware mode instead of the built bundle. */
    development,
  }
}

export type Config = ReturnType<typeof readConfig>

/** The headers that are signed beside the text: all that a receiver's program acts upon, with both headers of one-click stopping (RFC 8058). */
const SIGNED_HEADERS =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Content-Language:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

function readDkim(settings: z.infer<typeof Environment>) {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE, MAIL_FROM } = settings
  if (DKIM_SELECTOR === undefined && DKIM_KEY_FILE === undefined && DKIM_DOMAIN === undefined) return undefined
  if (DKIM_SELECTOR === undefined || DKIM_KEY_FILE === undefined || MAIL_FROM === undefined) {
    throw new ConfigError('Signing emails needs DKIM_SELECTOR, DKIM_KEY_FILE and MAIL_FROM together.')
  }
  const privateKey = readDkimKey(DKIM_KEY_FILE)
  if (privateKey === undefined) {
    throw new ConfigError(
      'DKIM_KEY_FILE isn’t right. It has to name a file that the user of the server can read, with a private RSA key in PEM, of at least 1,024 bits.',
    )
  }
  const domainName = DKIM_DOMAIN ?? MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1).replace('>', '')
  return { domainName, keySelector: DKIM_SELECTOR, privateKey, headerFieldNames: SIGNED_HEADERS }
}

/** No service is called until a key or an address is configured. */
function readTranslation(settings: z.infer<typeof Environment>) {
  const { TRANSLATE_PROVIDER: provider, TRANSLATE_URL: url, TRANSLATE_KEY } = settings
  if (url === undefined && provider === 'libretranslate') {
    throw new ConfigError('TRANSLATE_PROVIDER=libretranslate needs TRANSLATE_URL too: the address of that service.')
  }
  if (url === undefined && TRANSLATE_KEY === undefined) return undefined
  return { provider, url: url ?? 'https://translation.googleapis.com/language/translate/v2', key: TRANSLATE_KEY }
}
