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
    'Ruth M. put Rain under World and Work.',
  ],
  [
    'no category left',
    { action: 'classifications.change_links', subject: { kind: 'request', name: 'Rain', path: '' }, to: [] },
    'Ruth M. put Rain under no category.',
  ],
  [
    'a setting by its label',
    { action: 'settings.write', subject: { kind: 'setting', name: 'site_sentence', path: '' } },
    'Ruth M. changed a setting: About this site.',
  ],
  [
    'the site itself',
    { action: 'alarms.tell', actor: null, actor_id: null },
    'Oremus told Jonas Weber that someone may be in danger.',
  ],
])('says %s', (_, part, sentence) => expect(sayAct({ ...act, ...part }, 'en')).toBe(sentence))
