// Checks that every file names the same version of Node: that of the platform packages in package.json, which must be equal.
// `node scripts/check-versions.mjs` prints a line for each difference and exits with 1 when there is any.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const read = (file) => readFileSync(path.join(root, file), 'utf8')

const { optionalDependencies, devDependencies, engines } = JSON.parse(read('package.json'))
const pinned = Object.entries(optionalDependencies).filter(([name]) => /^node-(bin-)?(darwin|linux|win)-/.test(name))
const versions = new Set(pinned.map(([, version]) => version))
const [version = ''] = versions
const major = version.split('.')[0]
const oldest = engines.node.replace('>=', '')

const problems = []
if (versions.size !== 1)
  problems.push(`package.json  pins ${[...versions].join(' and ')}: give all node-* packages one version`)
if (devDependencies['@types/node'].split('.')[0] !== major) {
  problems.push(`package.json  @types/node is not of Node ${major}, which is pinned`)
}
const inCi = /node-version: (\S+)/.exec(read('.github/workflows/check.yml'))?.[1]
if (inCi !== oldest)
  problems.push(`.github/workflows/check.yml  names Node ${inCi}; engines.node of package.json starts at ${oldest}`)
for (const [, tag] of read('Dockerfile').matchAll(/^(?:FROM |ARG \w+=)node:(\S+)/gm)) {
  if (/\d/.test(tag)) problems.push(`Dockerfile  names Node ${tag}: the image only sets up, "lts" is enough`)
}

for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
