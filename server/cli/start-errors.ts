import path from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { DamagedDatabaseError, SchemaError } from '../db/engine.ts'
import { parsePostgresUrl } from '../postgres-url.ts'
import { CommandError } from './command.ts'

type Place = Pick<Config, 'host' | 'port' | 'data_dir' | 'database_url'>

interface SystemError {
  code: string
  syscall: string
  path: string
  errcode: number
  message: string
}

function readFields(error: Error & Partial<SystemError & { dest: string }>): SystemError {
  const { code = '', syscall = '', path: at = '', dest = '', errcode = 0, message } = error
  // The file that could not be written, where one was copied.
  return { code, syscall, path: dest || at, errcode: errcode & 0xff, message }
}

/** Why the address of the server cannot be listened on. */
function explainListening({ code }: SystemError, { host, port }: Place): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Another program is using port ${port} of ${host}. Stop it, or set PORT to another number.`
    case 'EACCES':
      return `This user isn’t allowed to use port ${port}. Set PORT to a number above 1023, and put a proxy in front.`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return `HOST isn’t an address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 for all of them.`
    default:
      return undefined
  }
}

/** Why PostgreSQL cannot be used. Codes: appendix A of its manual, and Node's for connections. */
function explainPostgres({ code, syscall, path: at, message }: SystemError, url: string): string | undefined {
  const { hosts, name } = parsePostgresUrl(url) ?? { hosts: 'its host', name: '' }
  // A certificate; any other file is the program's.
  if (syscall === 'open')
    return url.includes(at) || url.includes(encodeURIComponent(at))
      ? `This user can’t read ${at}, which DATABASE_URL names. Correct its path there, or its permissions.`
      : undefined
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENOENT':
      return `PostgreSQL doesn’t answer at ${hosts}. Start it, or correct DATABASE_URL.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of ${hosts} can’t be found. Correct DATABASE_URL.`
    case 'ETIMEDOUT':
      return `PostgreSQL at ${hosts} doesn’t answer in time. Check DATABASE_URL and the firewall.`
    case '28P01':
    case '28000':
      return `PostgreSQL at ${hosts} refuses the user or the password. Correct DATABASE_URL, or its pg_hba.conf.`
    case '3D000':
      return `PostgreSQL at ${hosts} has no database "${name}". Create it with createdb, or correct DATABASE_URL.`
    case '42501':
      return `The user in DATABASE_URL isn’t allowed to create tables in the database "${name}". Make that user its owner.`
    case '53300':
      return `PostgreSQL at ${hosts} has no connections left. Raise its max_connections, or correct DATABASE_URL.`
    case '57P03':
      return `PostgreSQL at ${hosts} is starting or stopping. Try again in a moment.`
    // A wait for a lock, or for an answer: while others bring the database up to date, and both limits are the same.
    case '55P03':
    case '57014':
      return `Another process is starting on the database "${name}" at ${hosts}, or it is busy. Try again in a moment.`
    default:
      if (/timeout/i.test(message))
        return `PostgreSQL at ${hosts} doesn’t answer in time. Check DATABASE_URL and the firewall.`
      if (/password must be a string/.test(message)) return `DATABASE_URL has no password, but ${hosts} asks for one.`
      if (/SSL|TLS|certificate/i.test(message))
        return `PostgreSQL at ${hosts} and this program don’t agree on TLS. Correct sslmode in DATABASE_URL.`
      return undefined
  }
}

const isBelow = (one: string, other: string): boolean => `${one}${path.sep}`.startsWith(`${other}${path.sep}`)

/** Why the data folder cannot be used. Numbers: https://sqlite.org/rescode.html. */
function explainFolder({ code, path: at, errcode }: SystemError, { data_dir }: Place): string | undefined {
  const isFull = code === 'ENOSPC' || errcode === 13
  // A write to a file that is open already names none.
  const isOurs = errcode !== 0 || (at === '' ? isFull : isBelow(at, data_dir) || isBelow(data_dir, at))
  if (!isOurs) return undefined
  if (isFull) return `The disk with the folder ${data_dir} is full. Make room, or set DATA_DIR to another.`
  if (['ENOTDIR', 'EEXIST'].includes(code)) return `${data_dir} is a file, or inside one. Set DATA_DIR to a folder.`
  if (code === 'ENAMETOOLONG') return `The path ${data_dir} is too long. Set DATA_DIR to a shorter one.`
  if (code === 'ELOOP')
    return `The links in ${data_dir} lead in a circle. Correct them, or set DATA_DIR to another folder.`
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code) || [3, 8, 14].includes(errcode))
    return `The folder ${data_dir} can’t be written to. Make this user its owner, or set DATA_DIR to another.`
  return undefined
}

/**
 * Returns the sentence for an error at a start that the operator can solve, without passwords; undefined for a fault of
 * the program, whose stack is wanted.
 */
export function explainError(error: unknown, place: Place | undefined): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ([CommandError, ConfigError, DamagedDatabaseError, SchemaError].some((kind) => error instanceof kind))
    return error.message
  if (place === undefined) return undefined
  const fields = readFields(error)
  if (fields.syscall === 'listen' || fields.syscall === 'bind') return explainListening(fields, place)
  const folder = explainFolder(fields, place)
  if (folder !== undefined) return folder
  if (place.database_url !== undefined) {
    const sentence = explainPostgres(fields, place.database_url)
    if (sentence !== undefined) return sentence
  }
  return fields.syscall === 'getaddrinfo' ? explainListening(fields, place) : undefined
}
