// Runs a task of package.json: sets up what the task needs, then starts it with the Node that package.json pins.
// Plain JavaScript for any Node that `engines` allows, since a fresh clone has no other. Writes to standard error only.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { readEnvFile } from './env-file.mjs'
import { pinnedNode, resolveBin, setUp } from './setup.mjs'
import { needsOf, readTestArguments } from './test-arguments.mjs'

// docs/decisions/0008-small-young-generation.md
const server = ['--max-semi-space-size=8', 'server/main.ts']
const watched = ['server', 'contract', 'classifier/runtime'].map((folder) => `--watch-path=${folder}`)
const train = () => [['classifier/training/train.ts']]
const evaluate = () => ['evaluate-life', 'evaluate', 'evaluate-care'].map((name) => [`classifier/training/${name}.ts`])

/**
 * A task: whether it takes the settings of `.env`, its needs besides the dependencies, and its programs, each as arguments of Node,
 * run in turn until one fails. The last program receives the user's arguments, unless the task `takesNothing`. In a task with several
 * `words` the first argument selects the programs.
 */
const tasks = {
  start: { settings: true, needs: ['build'], run: () => [server] },
  dev: { settings: true, run: () => [[...watched, 'server/main.ts', '--dev']] },
  demo: { settings: true, needs: ['build'], run: () => [[...server, '--demo']] },
  check: { takesNothing: true, run: () => [['scripts/check.ts']] },
  test: { needs: ([plan]) => needsOf(JSON.parse(plan)), run: () => [['scripts/test.ts']] },
  'test:model': { takesNothing: true, run: () => [['scripts/test-model.mjs']] },
  fuzz: { run: () => [['scripts/fuzz.ts']] },
  words: { run: () => [['scripts/words.ts']] },
  format: { run: () => [[resolveBin('oxfmt'), '.']] },
  fixture: { takesNothing: true, run: () => [['server/test/make-fixture.ts']] },
  schema: { takesNothing: true, needs: ['postgres'], run: () => [['server/test/make-schema.ts']] },
  bench: {
    needs: (words) => [
      ...(['list', 'queries'].includes(words[0]) ? [] : ['build']),
      ...(words[0] === 'pages' ? ['browser'] : []),
      ...(words.includes('--postgres') ? ['postgres'] : []),
    ],
    run: () => [['bench/main.ts']],
  },
  admin: { settings: true, run: () => [['server/cli/admin.ts']] },
  backup: { settings: true, run: () => [['server/cli/backup.ts']] },
  restore: { settings: true, run: () => [['server/cli/restore.ts']] },
  move: { settings: true, run: () => [['server/cli/move.ts']] },
  classify: { run: () => [['classifier/main.ts']] },
  classifier: {
    words: {
      serve: () => [['classifier/serve.ts']],
      classify: () => [['classifier/main.ts']],
      train,
      evaluate,
    },
    otherwise: 'serve',
  },
  train: { run: train },
  evaluate: { run: evaluate },
}

/** Returns the task of that name with the arguments for its last program. */
function choose(name, args) {
  if (['test', 'test:all', 'test:steady'].includes(name)) {
    const { refusal, ...plan } = readTestArguments(name, args)
    if (refusal) fail(refusal)
    return { ...tasks.test, args: [JSON.stringify(plan)] }
  }
  const task = tasks[name]
  if (!task) fail(`There is no task "${name}". Tasks: ${Object.keys(tasks).join(', ')}.`)
  if (task.takesNothing && args.length > 0) fail(`npm run ${name} takes no "${args[0]}", and no other word.`)
  if (!task.words) return { ...task, args }
  const isWord = args.length > 0 && !args[0].startsWith('-')
  const word = isWord ? args[0] : task.otherwise
  if (!Object.hasOwn(task.words, word)) {
    fail(`npm run ${name} -- ${Object.keys(task.words).join('|')} (without a word: ${task.otherwise})`)
  }
  return { run: task.words[word], args: isWord ? args.slice(1) : args }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Runs a program to its end, and forwards the signals that the launcher receives. Resolves with its exit code. */
function runToEnd(node, args, environment) {
  const child = spawn(node, args, { stdio: 'inherit', env: environment })
  const forward = (signal) => {
    // A terminal sends Ctrl-C to all foreground programs itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  // Once each: npm forwards a signal that the whole process group has already received.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.once(signal, (received) => {
      process.on(signal, () => {})
      forward(received)
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => fail(error.message))
    child.on('exit', (code, signal) => {
      if (signal === null) resolve(code)
      else {
        process.removeAllListeners(signal)
        process.kill(process.pid, signal)
      }
    })
  })
}

const [name = '', ...rest] = process.argv.slice(2)
// npm takes the first `--` away; a line of npm that is typed for another user goes without npm.
const { settings: takesSettings = false, needs = [], run, args } = choose(name, rest[0] === '--' ? rest.slice(1) : rest)
const { settings, mistake } = takesSettings ? readEnvFile() : {}
if (mistake) fail(mistake)
setUp(typeof needs === 'function' ? needs(args) : needs)

const node = pinnedNode()
const bin = path.resolve('node_modules/.bin')
const environment = {
  // The second start reads compiled code, without the program that strips types: less time, and 20 MB less.
  NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compile'),
  ...settings,
  ...process.env,
  PATH: `${bin}${path.delimiter}${process.env.PATH}`,
}
const programs = run()
const last = [...programs.pop(), ...args]
for (const program of programs) {
  const code = await runToEnd(node, program, environment)
  if (code !== 0) process.exit(code)
}
// Replaces the launcher with the program where the system supports it; the program then receives every signal itself.
if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...last], environment)
process.exit(await runToEnd(node, last, environment))
