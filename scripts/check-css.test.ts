import { describe, expect, it } from 'vitest'
import { borrowedSheets, classesOf, isNamed, namesakes } from './check-css.ts'

describe('the classes of a sheet', () => {
  it('are those of its selectors, nested ones too, each once and with its line', () => {
    const sheet = `.card, .card > .card__head:hover {\n  margin: 0.5rem;\n}\n@media (width > 1.5rem) {\n  .wide.card { color: red }\n}\n`
    expect(classesOf(sheet)).toEqual([
      { name: 'card', line: 1 },
      { name: 'card__head', line: 1 },
      { name: 'wide', line: 5 },
    ])
  })

  it('are not those of comments, strings, addresses and imports', () => {
    const sheet = `/* .old { */\n@import url(a.base.css);\n[src='x.png'] { background: url(b.svg) }\n`
    expect(classesOf(sheet)).toEqual([])
  })
})

describe('a class is named', () => {
  it.each([
    ['card', `className="a card"`, true],
    ['card', `styles.card`, true],
    ['card', `className="card__head"`, false],
    ['card', `className="postcard"`, false],
    ['btn--quiet', 'className={`btn btn--${kind}`}', true],
    ['btn--quiet', 'className={`btn ${kind}`}', false],
  ])('%s in %s: %s', (name, code, expected) => {
    expect(isNamed(name, code)).toBe(expected)
  })
})

describe('the sheet of another is borrowed', () => {
  const feature = 'web/features/community/prayers'
  it.each([
    [`${feature}/PrayerCard.tsx`, './Prayer.module.css', false],
    [`${feature}/composer/WordsStep.tsx`, '../Prayer.module.css', false],
    ['web/features/community/updates/UpdateForm.tsx', '../prayers/Prayer.module.css', true],
    ['web/pages/prayer.tsx', '../features/community/prayers/Prayer.module.css', true],
    ['web/ui/Card.tsx', '../features/community/prayers/Prayer.module.css', true],
    ['web/pages/prayer.tsx', './prayer.module.css', false],
    ['web/pages/answered.tsx', './prayer.module.css', true],
    ['web/pages/pray/Frame.tsx', './pray.module.css', false],
    ['web/pages/welcome/PrayStep.tsx', '../pray/pray.module.css', true],
    ['web/pages/prayer.tsx', '../ui/Card.module.css', false],
    [`${feature}/FeedParts.tsx`, '../../../layout/Loading.module.css', false],
    ['web/root.tsx', './styles/base.css', false],
  ])('by %s from %s: %s', (file, sheet, expected) => {
    expect(borrowedSheets(file, `import a from './a.ts'\nimport styles from '${sheet}'\n`)).toEqual(
      expected ? [expect.objectContaining({ line: 2 })] : [],
    )
  })
})

it('no two modules have the same name', () => {
  const sheets = [
    'web/ui/Card.module.css',
    'web/pages/today/Today.module.css',
    'web/features/site/desk/Today.module.css',
  ]
  expect(namesakes(sheets)).toEqual(['web/features/site/desk/Today.module.css'])
})
