import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { TestApp } from './app.ts'

/** A mail as its receiver's program sees it. */
export interface ReceivedMail {
  /** All recipients. */
  to: string[]
  from: string
  /** The name beside the sender’s address. */
  from_name: string
  subject: string
  text: string
  html: string
  message_id: string
  headers: Map<string, string>
  /** Pictures inside the mail: the id by which its text shows each, and its bytes. */
  pictures: { id: string; bytes: Buffer }[]
  /** The first link of the text: its path, and the part after #. */
  link: { url: string; path: string; secret: string }
}

const toReceivedMail = ({ to, from, subject, text, html, messageId, headers, attachments }: Email): ReceivedMail => {
  const url = /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? ''
  const parsed = URL.parse(url)
  return {
    to: (to ?? []).map(({ address }) => address ?? ''),
    from: from?.address ?? '',
    from_name: from?.name ?? '',
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
    message_id: messageId ?? '',
    headers: new Map(headers.map(({ key, value }) => [key, value])),
    pictures: attachments.flatMap(({ mimeType, disposition, contentId = '', content }) =>
      mimeType.startsWith('image/') && disposition === 'inline' && content instanceof ArrayBuffer
        ? [{ id: contentId.slice(1, -1), bytes: Buffer.from(content) }]
        : [],
    ),
    link: { url, path: parsed?.pathname ?? '', secret: (parsed?.hash ?? '').slice(1).split('.')[0] ?? '' },
  }
}

export const parseMail = async (raw: string | Uint8Array): Promise<ReceivedMail> =>
  toReceivedMail(await PostalMime.parse(raw))

/** Returns the mails written to the data folder since the last call. */
export async function takeNewMails(data_dir: string): Promise<ReceivedMail[]> {
  const folder = path.join(data_dir, 'mail')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => path.join(folder, name))
  const mails = await Promise.all(files.map((file) => parseMail(readFileSync(file))))
  for (const file of files) rmSync(file)
  return mails
}

/** Runs all due jobs, and returns the mails that are new in the data folder. */
export async function takeDueMails(app: TestApp): Promise<ReceivedMail[]> {
  await app.runJobs()
  return await takeNewMails(app.ctx.config.data_dir)
}

export interface Smtp {
  url: string
  /** Mails with the addresses of their envelope. */
  received: { mail: ReceivedMail; envelope: string[] }[]
  stop(): Promise<void>
}

/** Starts a real mail server on a free port, without encryption. `options` define what it refuses. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<Smtp> {
  const received: Smtp['received'] = []
  const server = new SMTPServer({
    authOptional: true,
    // Asks no name server, which may be slow or missing.
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      const take = async (): Promise<void> => {
        const mail = await parseMail(Buffer.concat(parts))
        received.push({ mail, envelope: session.envelope.rcptTo.map(({ address }) => address) })
        done()
      }
      stream.on('end', () => void take())
    },
    ...options,
  })
  // A program that is killed breaks its connections off.
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
