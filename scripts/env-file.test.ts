import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

// Plain JavaScript, of which TypeScript knows no types.
const { parseEnvFile } = (await import(new URL('env-file.mjs', import.meta.url).href)) as {
  parseEnvFile: (bytes: Buffer) => { settings?: Record<string, string>; mistake?: string }
}

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')

it.each([
  ['a plain value', utf8('PORT=4000'), { PORT: '4000' }],
  ['remarks and empty lines', utf8('# a remark\n\n  \nPORT=4000 # the port\nA=#'), { PORT: '4000', A: '' }],
  ['spaces', utf8('SITE_NAME = Saint Anne '), { SITE_NAME: 'Saint Anne' }],
  ['quotes', utf8(`A="b # c" # d\nE='f"g'\nH=\`i\``), { A: 'b # c', E: 'f"g', H: 'i' }],
  ['export', utf8('export PORT=4000'), { PORT: '4000' }],
  ['the later of two', utf8('PORT=1\nPORT=2'), { PORT: '2' }],
  ['lines of Windows', utf8('PORT=1\r\nHOST=::\r\n'), { PORT: '1', HOST: '::' }],
  [
    'a # in a password',
    utf8('SMTP_URL=smtps://a:b#c@mail.example.org'),
    { SMTP_URL: 'smtps://a:b#c@mail.example.org' },
  ],
  ['the mark that Notepad writes', utf8('\u{feff}DATA_DIR=/z'), { DATA_DIR: '/z' }],
  ['UTF-16 of Notepad', Buffer.from('\u{feff}DATA_DIR=/z\r\nPORT=4\r\n', 'utf16le'), { DATA_DIR: '/z', PORT: '4' }],
  [
    'quotes of a word processor',
    utf8('DATA_DIR=“/z”\nSITE_NAME=„Sankt Anna“'),
    { DATA_DIR: '/z', SITE_NAME: 'Sankt Anna' },
  ],
  ['an apostrophe', utf8('SITE_NAME=’t Kerkje'), { SITE_NAME: '’t Kerkje' }],
])('reads %s', (_, bytes, settings) => {
  expect(parseEnvFile(bytes)).toEqual({ settings })
})

it.each([
  ['a colon', utf8('PORT=1\nDATA_DIR: /hunter2'), 'Line 2 of .env isn’t a setting.'],
  ['a semicolon', utf8(';DATA_DIR=/hunter2'), 'Line 1 of .env isn’t a setting.'],
  ['a name alone', utf8('hunter2'), 'Line 1 of .env isn’t a setting.'],
  ['a quote without end', utf8('A="hunter2\nPORT=4'), 'The quotes in line 1 of .env, A,'],
  ['words behind a quote', utf8('A="b" hunter2'), 'The quotes in line 1 of .env, A,'],
  ['another encoding', Buffer.from('SITE_NAME=hunter2 Mär', 'latin1'), 'Save it as UTF-8.'],
  ['UTF-16 without a mark', Buffer.from('A=hunter2', 'utf16le'), 'Line 1 of .env isn’t a setting.'],
])('refuses %s, and repeats nothing of it', (_, bytes, sentence) => {
  const { mistake } = parseEnvFile(bytes)
  expect(mistake).toContain(sentence)
  expect(mistake).not.toContain('hunter2')
})

it('stops a start before anything is made, where the file is there and cannot be read', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'env-file-'))
  const env = path.join(folder, '.env')
  // The scripts find the program by where they lie.
  cpSync('scripts', path.join(folder, 'scripts'), { recursive: true })
  const start = () => spawnSync(process.execPath, [path.join(folder, 'scripts/run.mjs'), 'start'], { encoding: 'utf8' })
  mkdirSync(env)
  expect(start()).toMatchObject({ status: 1, stdout: '', stderr: '.env can’t be read (EISDIR).\n' })
  rmSync(env, { recursive: true })
  writeFileSync(env, 'DATA_DIR: here')
  expect(start()).toMatchObject({ status: 1, stdout: '' })
  expect(start().stderr).toMatch(/^Line 1 of \.env isn’t a setting\.[^\n]*\n$/)
  expect(readdirSync(folder).toSorted()).toEqual(['.env', 'scripts'])
  rmSync(folder, { recursive: true })
})
