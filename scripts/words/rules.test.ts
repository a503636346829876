import { describe, expect, it } from 'vitest'
import { findFaults } from './rules.ts'

const PLURAL = '{count, plural, one {# request} other {# requests}}'
const CHOICE = '{who, select, me {mine} other {theirs}}'

describe('takes', () => {
  it.each([
    ['app', 'Show', 'Afficher', 'fr'],
    ['app', 'Hello {name}', '{name}、こんにちは', 'ja'],
    ['app', '<b>Pray</b> for {name}', 'Pour {name}, <b>priez</b>', 'fr'],
    ['app', PLURAL, '{count, plural, one {#} many {#} other {#}}', 'fr'],
    ['app', PLURAL, '{count, plural, =0 {nada} one {#} many {#} other {#}}', 'es'],
    ['app', PLURAL, '{count, plural, zero {لا} one {طلب} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}', 'ar'],
    ['app', PLURAL, '{count,plural,one{une}many{#}other{#}}', 'fr'],
    ['app', 'Hello {name}', 'Bonjour { name }', 'fr'],
    ['app', CHOICE, '{who, select, me {à moi} other {à eux}}', 'fr'],
    ['app', '{count, number} in all', '合計{count, number}', 'ja'],
    ['app', 'Nobody’s', "L'aide", 'fr'],
    ['mail', 'Hello {name},', "Merci d'avoir écrit, {name} <3", 'fr'],
    ['errors', 'Check the fields.', "Vérifiez l'adresse.", 'fr'],
    ['errors', 'Server error: {status}', 'Erreur du serveur', 'fr'],
    ['app', 'One\nTwo', 'Un\nDeux', 'fr'],
  ])('%s: %s → %s (%s)', (area, english, translation, language) => {
    expect(findFaults(area, english, translation, language)).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    ['a translated placeholder', 'app', 'Hello {name}', 'Bonjour {nom}', 'fr', /write \{name\}.*\n?.*take \{nom\} out/],
    ['a lost placeholder', 'app', 'Hello {name}', 'Bonjour', 'fr', /write \{name\} into it/],
    ['a lost tag', 'app', '<b>Pray</b>', 'Priez', 'fr', /write <b>/],
    ['a translated tag', 'app', '<line>a</line>', '<ligne>a</ligne>', 'fr', /write <line>.*take <ligne>/],
    ['a tag that does not end', 'app', '<b>Pray</b>', '<b>Priez', 'fr', /lacks its <\/tag>/],
    [
      'a brace that does not end',
      'app',
      'Hello {name}',
      'Bonjour {name',
      'fr',
      /braces do not match near character \d/,
    ],
    ['a placeholder that a quote hides', 'app', 'With {name}', "Avec l'{name}", 'fr', /write ’ instead of '/],
    ['the lost form of a plural', 'app', PLURAL, '{count, plural, one {#} other {#}}', 'fr', /Add: many/],
    ['the lost form of Arabic', 'app', PLURAL, '{count, plural, one {a} other {b}}', 'ar', /Add: zero, two, few, many/],
    [
      'a translated form',
      'app',
      PLURAL,
      '{count, plural, uno {#} one {#} many {#} other {#}}',
      'es',
      /not translated: uno/,
    ],
    ['a plural without other', 'app', PLURAL, '{count, plural, one {#}}', 'fr', /lacks its form other/],
    [
      'a plural within a tag',
      'app',
      `<b>${PLURAL}</b>`,
      '<b>{count, plural, one {#} other {#}}</b>',
      'fr',
      /Add: many/,
    ],
    ['a plural where English has none', 'app', 'a request', '{x, plural, other {b}}', 'ja', /take \{x\}/],
    [
      'a placeholder lost in a form',
      'app',
      '{n, plural, other {for {name}}}',
      '{n, plural, other {b}}',
      'ja',
      /write \{name\}/,
    ],
    [
      'a translated choice',
      'app',
      CHOICE,
      '{who, select, moi {a} other {b}}',
      'fr',
      /choices of \{who\} are me, other/,
    ],
    ['a lost placeholder of a mail', 'mail', 'Hello {name},', 'Bonjour', 'fr', /write \{name\}/],
    [
      'a plural in a mail',
      'mail',
      'Hello {name},',
      '{name} {n, plural, other {#}}',
      'fr',
      /plain \{placeholders\} only/,
    ],
    ['a placeholder in an error', 'errors', 'Too long: {n}', 'Trop long : {n}', 'fr', /without \{ \} < >/],
    ['a broken error', 'errors', 'Too long', 'Trop { long', 'fr', /without \{ \} < >/],
    ['a second line', 'app', 'Show', 'Afficher\ntout', 'fr', /one line/],
    ['a tab', 'app', 'Show', 'Afficher\ttout', 'fr', /nobody can see/],
  ])('%s', (_, area, english, translation, language, problem) => {
    expect(findFaults(area, english, translation, language).join('. ')).toMatch(problem)
  })
})
