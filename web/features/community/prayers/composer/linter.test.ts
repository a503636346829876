import { describe, expect, it } from 'vitest'
import { findHints, type Hint } from './linter.ts'

describe('what a writer may want to leave out', () => {
  it.each<[string, Hint[]]>([
    ['Call her at +44 20 7946 0958.', ['phone']],
    ['Ruft an: 0151 23456789', ['phone']],
    ['Tel. (555) 123-4567 please', ['phone']],
    ['اتصلوا على ٠١٢٣٤٥٦٧٨٩', ['phone']],
    ['Psalm 119:105 and 2 Chronicles 7:14', []],
    ['The operation is on 12.05.2026, or 2026-05-12.', []],
    ['We need 12,000,000 won', []],
    ['Schreibt an anna.b@example.org', ['email']],
    ['See https://example.org/gift', ['link']],
    ['visit example.com today', ['link']],
    ['He was here.Then he left.', []],
    ['She lives at 12 Abbey Road.', ['address']],
    ['Er wohnt in der Gartenstraße 12', ['address']],
    ['Vive en la calle San Martín 245', ['address']],
    ['Elle habite 14 rue de la Paix', ['address']],
    ['Mora na Rua das Flores, 120', ['address']],
    ['Please pray for my friend Anna Becker.', ['name']],
    ['Betet für meine Nachbarin Frau Becker', []],
    ['Betet für meine Nachbarin Anna Becker', ['name']],
    ['Oren por mi hermana María González', ['name']],
    ['Priez pour mon ami Jean Dupont', ['name']],
    ['Ore pelo meu irmão João da Silva', ['name']],
    ['Please pray for my friend Anna.', []],
    ['My mother loves Jesus Christ', []],
    ['请为我的姐姐祷告', []],
    ['', []],
  ])('%s', (text, hints) => {
    expect(findHints(text)).toEqual(hints)
  })
})
