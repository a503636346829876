import { describe, expect, it } from 'vitest'
import {
  type SiteCategory,
  Layer,
  matchesCorrection,
  labels,
  loadClassifier,
  rebuildLayer,
  classifyForSite,
  shownScore,
  updateLayer,
} from './classifier.ts'
import { readExamples } from './dataset.ts'

const base = loadClassifier()
const built_in: SiteCategory[] = labels.map((label) => ({ id: label, labels: [label], name: label, description: '' }))
const sports: SiteCategory = { id: 'sports', labels: [], name: 'Sports teams', description: '' }
const categories = [...built_in, sports]

const corrections = [
  'Pray for our volleyball team, the finals are on Saturday',
  'Our under 12 football club has its first match tomorrow, that they play fair and nobody gets hurt',
  'My basketball squad lost again, pray for the players to keep heart',
  'Asking prayers for the swim team traveling to the state championship',
  'Coach says tryouts are Monday, pray that my daughter makes the team',
  'Lift up our church softball league, the season begins this week',
  'please pray for my sons hockey tournament in detroit this weekend',
  'Prayer for the girls soccer team after a hard loss in the semifinal',
  'We have a new rugby coach, pray for him and the boys on the team',
  'Pray for unity among the players of our cricket club before the cup',
].map((text) => ({ text, wanted: ['sports'], wrong: [] }))

// Not used to choose the settings of the layer, unlike the ten above and ten others.
const unseen = [
  'Please lift up our little league boys, the playoffs begin on Friday',
  'My granddaughter plays her first soccer match this weekend, pray she enjoys it',
  'Prayers for our high school football players and their coach',
  'The basketball season has been rough for our girls, pray they stick together as a team',
  'pray for my hockey team we play the championship tonight',
  'Lord watch over the swimmers at the state tournament',
  'Our softball coach is stepping down, pray for the players',
  'Pray that our rugby club finds enough players for the season',
]

const meant = (layer: Layer): number =>
  unseen.filter((text) => classifyForSite(base, layer, text, categories)[0]?.id === 'sports').length
const sample = readExamples().filter((_, index) => index % 5 === 0)
const right = (layer: Layer): number =>
  sample.filter(
    ({ text, labels: wanted }) => (classifyForSite(base, layer, text, categories)[0]?.id ?? undefined) === wanted[0],
  ).length

describe('what a site learns', () => {
  it('is nothing at first: the shipped model decides as ever', () => {
    const layer = new Layer()
    const different = sample.filter(
      ({ text }) =>
        String(classifyForSite(base, layer, text, built_in).map(({ id }) => id)) !== String(base.classify(text).labels),
    )
    expect(different).toEqual([])
  })

  it('makes a new category useful with ten corrections, and no other worse', () => {
    const layer = new Layer()
    const [before, others] = [meant(layer), right(layer)]
    for (const example of corrections) updateLayer(base, layer, categories, example)
    expect(before).toBeLessThanOrEqual(2)
    expect(meant(layer)).toBeGreaterThanOrEqual(6)
    // Counts some 1,300 unrelated texts.
    expect(right(layer)).toBeGreaterThanOrEqual(others - sample.length * 0.01)
  })

  it('holds for the very text that was corrected, at once', () => {
    const layer = new Layer()
    for (const example of corrections) {
      updateLayer(base, layer, categories, example)
      expect(matchesCorrection(base, layer, categories, example)).toBe(true)
    }
  })

  it('makes a category of what its name and description say until somebody has corrected anything', () => {
    const knitting = { id: 'knitting', labels: [], name: 'Knitting circle', description: 'Wool, scarves and blankets' }
    const find = (text: string) => classifyForSite(base, new Layer(), text, [...built_in, knitting])[0]?.id
    expect(find('Please pray for our knitting circle as we meet')).toBe('knitting')
    expect(find('Bless all who bring wool for the scarves and blankets')).toBe('knitting')
    expect(find('My mother has cancer')).toBe('health')
  })

  it('reads the words of a category once, however many texts it is looked for in', () => {
    let reads = 0
    const counted: SiteCategory = {
      ...sports,
      get description() {
        reads += 1
        return 'Matches and clubs'
      },
    }
    rebuildLayer(base, [...built_in, counted], corrections)
    expect(reads).toBe(1)
  })

  it('finds no category where the one that the model means is gone', () => {
    const without = built_in.filter(({ id }) => id !== 'health')
    expect(classifyForSite(base, new Layer(), 'My mother has cancer and begins chemotherapy', without)[0]?.id).toBe(
      null,
    )
  })

  it('no longer shows a category on a text where a person took it away', () => {
    const text = 'Sports betting app deleted for the tenth time. pray i keep it off'
    const shown = (layer: Layer) =>
      classifyForSite(base, layer, text, built_in).flatMap(({ id, score }) => (score >= shownScore ? [id] : []))
    const [found] = shown(new Layer())
    expect(found).toBe('addiction')
    const layer = new Layer()
    updateLayer(base, layer, built_in, { text, wanted: [], wrong: [found ?? ''] })
    expect(shown(layer)).not.toContain(found)
  })

  it('survives being stored, and is the same whenever it is made of the same', () => {
    const layer = rebuildLayer(base, categories, corrections)
    const stored = new Layer()
    for (const id of layer.ids) stored.unpack(id, layer.pack(id))
    expect(meant(stored)).toBe(meant(layer))
    const again = rebuildLayer(base, categories, corrections)
    expect(again.ids.map((id) => again.pack(id))).toEqual(layer.ids.map((id) => layer.pack(id)))
    expect(layer.pack('sports').length).toBeLessThan(220_000)
  })

  it('is nothing for a category that is no longer there', () => {
    const layer = rebuildLayer(base, categories, corrections)
    expect(classifyForSite(base, layer, unseen[0] ?? '', built_in).map(({ id }) => id)).not.toContain('sports')
  })
})
