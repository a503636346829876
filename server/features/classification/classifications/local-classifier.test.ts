import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readSamples } from '../../../../classifier/runtime/classifier.ts'
import type { TestApp } from '../../../test/app.ts'
import { sharedFolder } from '../../../test/folder.ts'
import { makePrayer } from '../../../test/make.ts'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { type TinyModel, writeTinyModel } from '../../../test/tiny-model.ts'

/**
 * Folder where `npm run test:model` installs the package that loads models; without it only the error path is tested.
 */
const PACKAGES = process.env.TEST_MODEL_PACKAGES
const ILL = 'My mother has cancer and begins chemotherapy in the hospital on Monday'
const WORK = 'I lost my job and have an interview for a new position with a good company'

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? []

/** Words whose vectors are apart from all others, as of a topic that no category covers. */
const unread = ['regatta', 'coxswain', 'crew', 'rows']

/** A model trained on the training text: the vector of a word points to the categories of its texts. */
function createTrainedModel(): TinyModel {
  const samples = readSamples(1000)
  const order = [...new Set(samples.flatMap(({ labels }) => labels))]
  const width = order.length + 2
  const counts = new Map<string, number[]>()
  for (const { text, labels } of [...samples, { text: unread.join(' '), labels: [] }]) {
    const at = labels[0] ? order.indexOf(labels[0]) : order.length
    for (const word of new Set(wordsOf(text))) {
      const row = counts.get(word) ?? Array.from({ length: width }, () => 0)
      row[at] = (row[at] ?? 0) + 1
      counts.set(word, row)
    }
  }
  const words = new Map(
    [...counts].map(([word, row]) => {
      if (unread.includes(word)) return [word, row.map((_, at) => Number(at === width - 1))] as const
      const total = row.reduce((sum, count) => sum + count, 0)
      return [word, row.map((count) => Math.max(0, count / (total + 4) - 1.5 / width))] as const
    }),
  )
  return { words, width }
}

const parent = sharedFolder()
const inFolder = (name: string, model: TinyModel | undefined): string => {
  const folder = path.join(mkdtempSync(path.join(parent, 'of-')), name)
  mkdirSync(folder)
  if (model) writeTinyModel(folder, model)
  if (PACKAGES !== undefined) symlinkSync(PACKAGES, path.join(folder, 'node_modules'))
  return folder
}

const modelsOf = async (app: TestApp) => (await app.ask('models.models', {}, { as: await app.signIn('peter') })).data
const check = async (app: TestApp) =>
  (await app.ask('checks.run', { name: 'classifier' }, { as: await app.signIn('peter') })).data
const share = async (app: TestApp, content: string, part: object = {}): Promise<string> => {
  const id = await makePrayer(app.ctx, await app.person('hannah'), { content, ...part })
  await app.ctx.addJob('prayers.classify', { id })
  await app.runJobs()
  return id
}
const readMainCategory = async (app: TestApp, id: string): Promise<string | undefined> =>
  (await app.ask('prayers.one', { id }, { as: await app.signIn('hannah') })).data.categories[0]?.name
const readPredictionModel = async (app: TestApp, id: string): Promise<string | undefined> => {
  const query = app.ctx.db.selectFrom('classifications').select('model_id').where('prayer_request_id', '=', id)
  return (await query.executeTakeFirst())?.model_id
}

const tiny: TinyModel = { words: new Map([['hello', [1, 0]]]), width: 2 }

describe('a folder without a model that can be used', () => {
  const incomplete = (name: string, content?: string) => () => {
    const folder = inFolder('instructor-large', tiny)
    if (content === undefined) rmSync(path.join(folder, name))
    else writeFileSync(path.join(folder, name), content)
    return folder
  }

  it.each<[string, () => string, string, string]>([
    ['that is not there', () => '/nowhere/instructor-large', 'names no folder', 'model_missing'],
    ['that is empty', () => inFolder('instructor-large', undefined), 'config.json', 'model_missing'],
    ['without its tokens', incomplete('tokenizer.json'), 'tokenizer.json', 'model_missing'],
    ['without its graph', incomplete('onnx/model.onnx'), 'onnx/model.onnx', 'model_missing'],
    ['whose configuration is broken', incomplete('config.json', '{'), 'config.json', 'model_missing'],
    ...(PACKAGES === undefined
      ? ([
          [
            'whose package is not installed',
            () => inFolder('x', tiny),
            '@huggingface/transformers',
            'model_without_package',
          ],
        ] as [string, () => string, string, string][])
      : ([
          ['whose graph is none', incomplete('onnx/model.onnx', 'not a graph'), 'cannot be used', 'model_unusable'],
          ['whose tokens are none', incomplete('tokenizer.json', '{}'), 'cannot be used', 'model_unusable'],
          [
            'whose graph gives something else',
            () => inFolder('x', { ...tiny, output: 'logits' }),
            'its graph gives no embeddings',
            'model_unusable',
          ],
        ] as [string, () => string, string, string][])),
  ])(
    '%s leaves the built-in one at work, and administrators are told what is wrong',
    async (_, make, words, outcome) => {
      const app = await newTestApp({ environment: { MODEL_DIR: make() } })
      await app.ctx.localClassifier?.start()
      const { active_model, models } = await modelsOf(app)
      expect(active_model).toBe('built-in')
      const local = models.find(({ problem }) => problem !== null)
      expect(local).toMatchObject({ is_available: false, is_active: false })
      expect(local?.problem).toContain(words)
      expect(await check(app)).toMatchObject({ outcome, is_well: false })
      const id = await share(app, ILL)
      expect(await readMainCategory(app, id)).toBe('Health')
      expect(await readPredictionModel(app, id)).toBe(app.ctx.classifier().id)
      const open = await app.ask('models.classify', { text: ILL, model: 'instructor-large' })
      expect(open.data).toMatchObject({
        model: 'built-in',
        error: 'Could not connect to the classification server. Please check if the server is running.',
        predictions: [{ name: 'Health' }],
      })
      const named = await app.ask('models.classify', { text: ILL, model: 'built-in' })
      expect(named.data).not.toHaveProperty('error')
    },
  )
})

it('answers by the model that a client names, and says when there is no such one', async () => {
  const app = await newTestApp()
  const ask = (model: string) => app.ask('models.classify', { text: ILL, model })
  expect((await ask('built-in')).data.predictions[0]?.name).toBe('Health')
  expect((await ask('instructor-large')).data.predictions[0]?.name).toBe('Health')
  expect((await ask('remote')).problem).toMatchObject({ status: 400, code: 'classifiers.unknown_model' })
})

describe.skipIf(PACKAGES === undefined)('a model of a folder', () => {
  const app = sharedTestApp(() => ({
    environment: { MODEL_DIR: inFolder('instructor-large', createTrainedModel()) },
  }))
  beforeAll(async () => {
    await app.ctx.localClassifier?.start()
  })
  const near = async (text: string) =>
    (await app.ask('models.classify', { text })).data.predictions.map(({ name }) => name)

  it('is loaded from there, is active, and is what the self-check tries', async () => {
    const { active_model, models } = await modelsOf(app)
    expect(active_model).toBe('instructor-large')
    expect(models.filter(({ is_active }) => is_active)).toMatchObject([{ id: 'instructor-large', problem: null }])
    expect(await check(app)).toMatchObject({ outcome: 'recognised', is_well: true })
  })

  it('sorts what is shared, with likelihoods between nothing and one', async () => {
    for (const [text, name] of [
      [ILL, 'Health'],
      [WORK, 'Work'],
    ] as const) {
      const id = await share(app, text)
      expect(await readMainCategory(app, id)).toBe(name)
      expect(await readPredictionModel(app, id)).toBe('instructor-large')
    }
    const { predictions } = (await app.ask('models.classify', { text: ILL })).data
    for (const { score } of predictions) expect(score).toBeGreaterThan(0.4)
    for (const { score } of predictions) expect(score).toBeLessThanOrEqual(1)
    expect(await near('zzz qqq')).toEqual([])
  })

  it('also sorts what is private, because nothing leaves the machine', async () => {
    const id = await share(app, WORK, { visibility: 'private' })
    expect(await readPredictionModel(app, id)).toBe('instructor-large')
  })

  it('goes by a new category at once, and by what people put there', async () => {
    const peter = await app.signIn('peter')
    const made = await app.ask(
      'categories.create',
      { name: 'Rowing', description: 'Boats and oars', color: '#336699' },
      { as: peter },
    )
    expect(made.status).toBe(200)
    const text = 'Our crew rows the regatta on the lake tomorrow with the new coxswain'
    expect(await near(text)).not.toContain('Rowing')
    for (let count = 0; count < 4; count += 1) {
      const id = await share(app, `${text} ${count}`)
      await app.ask(
        'classifications.replace_links',
        { id, categoryIds: [made.data.id] },
        { as: await app.signIn('ruth') },
      )
      await app.runJobs()
    }
    expect((await near(text))[0]).toBe('Rowing')
  })

  it('finds danger no less: that is the work of the built-in model', async () => {
    const hannah = await app.signIn('hannah')
    const { data } = await app.ask(
      'prayers.create',
      { content: 'I want to kill myself tonight, I have the pills here', visibility: 'public' },
      { as: hannah },
    )
    const row = await app.ctx.db
      .selectFrom('prayers')
      .select('publication')
      .where('id', '=', data.id)
      .executeTakeFirst()
    expect(row?.publication).toBe('held')
  })

  it('gives way to a service elsewhere', async () => {
    const other = await newTestApp({
      environment: { MODEL_DIR: inFolder('instructor-large', tiny), CLASSIFIER_URL: 'http://127.0.0.1:1' },
    })
    await other.ctx.localClassifier?.start()
    const { active_model, models } = await modelsOf(other)
    expect(active_model).toBe('remote')
    expect(models.find(({ id }) => id === 'instructor-large')).toMatchObject({ is_available: true, is_active: false })
  })
})
