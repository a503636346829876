import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../../../contract/audit.ts'
import { auditActions } from '../../../../contract/audit.values.ts'
import { languages } from '../../../../contract/fields.ts'
import { sayAct } from './audit-sentences.ts'

const act: AuditEntry = {
  id: 'a',
  actor_id: 'b',
  actor: { id: 'b', display_name: 'Ruth M.' },
  action: 'invitations.approve',
  target_type: 'user',
  target_id: 'c',
  reason: null,
  detail: {},
  subject: { kind: 'user', name: 'Jonas Weber', path: '/admin/users/c' },
  from: 'member',
  to: ['moderator'],
  created_at: '2026-05-20T12:00:00.000Z',
}

describe.each(languages)('every act has a sentence: %s', (language) => {
  it.each(auditActions)('%s', (action) => {
    const sentence = sayAct({ ...act, action }, language)
    expect(sentence).toContain('Ruth M.')
    expect(sentence).not.toMatch(/[{}<>_]|undefined/)
    expect(sentence).not.toContain(action)
    // A translation that is still English would begin like this.
    if (language !== 'en') expect(sentence).not.toBe(sayAct({ ...act, action }, 'en'))
  })
})

it.each<[string, Partial<AuditEntry>, string]>([
  ['who and what', {}, 'Ruth M. let Jonas Weber in.'],
  ['somebody who is gone', { actor: null }, 'someone who has left let Jonas Weber in.'],
  ['what is gone', { subject: { kind: 'user', name: null, path: null } }, 'Ruth M. let someone in.'],
  [
    'roles in words',
    { action: 'accounts.set_role' },
    'Ruth M. changed the role of Jonas Weber from Member to Moderator.',
  ],
  [
    'a request that not everybody may read',
    { action: 'moderations.hide', subject: { kind: 'request', name: null, path: null } },
    'Ruth M. hid a request.',
  ],
  [
    'categories',
    {
      action: 'classifications.change_links',
      subject: { kind: 'request', name: 'Rain', path: '' },
      to: ['World', 'Work'],
    },
    'Ruth M. put “Rain” under World and Work.',
  ],
  [
    'no category left',
    { action: 'classifications.change_links', subject: { kind: 'request', name: 'Rain', path: '' }, to: [] },
    'Ruth M. put “Rain” under no category.',
  ],
  [
    'a setting by its label',
    { action: 'settings.write', subject: { kind: 'setting', name: 'site_sentence', path: '' }, from: null, to: [] },
    'Ruth M. changed a setting: About this site.',
  ],
  [
    'what a setting was and is',
    {
      action: 'settings.write',
      subject: { kind: 'setting', name: 'site_name', path: '' },
      from: '',
      to: ['Riverside'],
    },
    'Ruth M. changed a setting: Site name. Before: empty. Now: “Riverside”.',
  ],
  [
    'choices in words',
    {
      action: 'settings.write',
      subject: { kind: 'setting', name: 'sign_up_mode', path: '' },
      from: 'open',
      to: ['invite'],
    },
    'Ruth M. changed a setting: Who may sign up. Before: Everyone. Now: By invitation.',
  ],
  [
    'yes and no',
    {
      action: 'settings.write',
      subject: { kind: 'setting', name: 'shows_pray_counts', path: '' },
      from: 'on',
      to: ['off'],
    },
    'Ruth M. changed a setting: Show how many people prayed. Before: on. Now: off.',
  ],
  [
    'the status of a page',
    { action: 'content.edit', subject: { kind: 'page', name: 'Imprint', path: '' }, from: 'draft', to: ['published'] },
    'Ruth M. changed the page Imprint. Before: draft. Now: published.',
  ],
  [
    'what was decided',
    { action: 'reports.decide', subject: { kind: 'request', name: 'Rain', path: '' }, from: null, to: ['hidden'] },
    'Ruth M. decided about a report on “Rain”. Decision: hidden.',
  ],
  [
    'a name with a full stop once',
    { action: 'accounts.suspend', subject: { kind: 'user', name: 'Hannah W.', path: '' } },
    'Ruth M. suspended Hannah W.',
  ],
  [
    'no addresses and names that an act keeps',
    { action: 'emails.change', from: 'a@example.org', to: ['b@example.org'] },
    'Ruth M. changed the email address of Jonas Weber.',
  ],
  [
    'the backup that the site went back to',
    {
      action: 'backups.restore',
      actor: null,
      actor_id: null,
      subject: null,
      from: null,
      to: ['2026-05-20T12:00:00.000Z'],
    },
    'Oremus put the site back to the backup of 2026-05-20 12:00:00.',
  ],
  [
    'the site itself',
    { action: 'alarms.tell', actor: null, actor_id: null },
    'Oremus told Jonas Weber that someone may be in danger.',
  ],
])('says %s', (_, part, sentence) => expect(sayAct({ ...act, ...part }, 'en')).toBe(sentence))

it('uses the quotation marks of the reader’s language', () => {
  const request = { ...act, action: 'moderations.hide', subject: { kind: 'request' as const, name: 'Regen', path: '' } }
  expect(sayAct(request, 'de')).toBe('Ruth M. hat „Regen“ verborgen.')
  expect(sayAct(request, 'fr')).toContain('« Regen »')
  expect(sayAct(request, 'ja')).toContain('「Regen」')
})

it('calls a category that came with the site as the reader’s language does, and any other by its name', () => {
  const put = {
    ...act,
    action: 'classifications.change_links',
    subject: { kind: 'request' as const, name: 'Regen', path: '' },
  }
  expect(sayAct({ ...put, to: ['Family', 'Ernte'] }, 'de')).toContain('eingeordnet: Familie und Ernte.')
  const edited = { ...act, action: 'categories.edit', subject: { kind: 'category' as const, name: 'Family', path: '' } }
  expect(sayAct(edited, 'de')).toBe('Ruth M. hat die Kategorie Familie geändert.')
})

it('ends a sentence once, whatever its script and that of the name', () => {
  const hannah = { kind: 'user' as const, name: 'Hannah W.', path: '' }
  expect(sayAct({ ...act, action: 'accounts.suspend', subject: hannah }, 'zh')).toBe('Ruth M.停用了Hannah W.')
  const page = { kind: 'page' as const, name: '主日晚祷。', path: '' }
  expect(sayAct({ ...act, action: 'content.create', subject: page }, 'en')).toBe('Ruth M. wrote the page 主日晚祷。')
})
