// Checks the new commits: a subject of the form "area: what changed", one change, at most 72 characters, and a body that gives the
// reason when more than ten files change. Merges are exempt. A committed migration and the site that it made stay as they are.
// `node scripts/check-history.mjs` prints a line for each problem and exits with 1.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** The last commit that landed before these rules were as they are. */
const BASE = '31ffb4f'
const MAX_SUBJECT = 72
const MAX_FILES_WITHOUT_BODY = 10
/** Files that never change once they are committed: databases out there were made by them. */
const FROZEN = ['server/db/migrations/*.sql', 'server/db/fixtures/*.gz']
const SUBJECT = /^[a-z][\w./-]*(, [a-z][\w./-]*)*: \S/

function git(...args) {
  const { status, stdout } = spawnSync('git', args, {
    cwd: path.join(import.meta.dirname, '..'),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return status === 0 ? stdout : undefined
}

function problemsOf({ subject, body, files }) {
  const problems = []
  if (!SUBJECT.test(subject)) problems.push('the subject is not "area: what changed"')
  if (subject.includes(';')) problems.push('the subject names two changes')
  const { length } = [...subject]
  if (length > MAX_SUBJECT) problems.push(`the subject has ${length} characters; at most ${MAX_SUBJECT}`)
  if (files > MAX_FILES_WITHOUT_BODY && body === '') problems.push(`changes ${files} files; give the reason in a body`)
  return problems
}

// A shallow clone ends somewhere in the middle: the base may be missing, or not be an ancestor.
if (git('merge-base', '--is-ancestor', BASE, 'HEAD') === undefined) {
  console.log(`History is not checked: there is no git here, or the clone does not reach back to ${BASE}.`)
} else {
  // A record starts with \x1e, its fields end with \x1f, and the file names follow.
  const log = git('log', '--no-merges', '--name-only', '--format=%x1e%h%x1f%s%x1f%b%x1f', `${BASE}..HEAD`) ?? ''
  for (const record of log.split('\x1e').slice(1)) {
    const [hash, subject, body, names] = record.split('\x1f')
    const files = names.split('\n').filter(Boolean).length
    for (const problem of problemsOf({ subject, body: body.trim(), files })) {
      console.log(`${hash} "${subject}": ${problem}`)
      process.exitCode = 1
    }
  }
  const changed =
    git('log', '--no-merges', '--diff-filter=MDRT', '--name-only', '--format=', `${BASE}..HEAD`, '--', ...FROZEN) ?? ''
  for (const name of new Set(changed.split('\n').filter(Boolean))) {
    console.log(`${name} was changed after it was committed: put it back, and add a new migration.`)
    process.exitCode = 1
  }
}
