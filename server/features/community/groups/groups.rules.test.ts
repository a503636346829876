import { expect, it } from 'vitest'
import type { GroupRole, GroupStatus } from '../../../../contract/groups.ts'
import {
  type MemberChange,
  type Membership,
  mayChangeMember,
  mayEditGroup,
  mayJoinGroup,
  maySeeGroup,
  mayManageGroup,
  mayPostToGroup,
  mayRemoveMember,
  statusOnJoining,
} from './groups.rules.ts'

const place = (role: GroupRole, status: GroupStatus = 'active'): Membership => ({ role, status })
const nobody = undefined

it.each([
  [true, nobody, true],
  [true, place('member', 'banned'), true],
  [false, nobody, false],
  [false, place('member', 'banned'), false],
  [false, place('member', 'pending'), true],
  [false, place('member', 'invited'), true],
  [false, place('member'), true],
])('a group (listed: %s) is known to %o: %s', (is_listed, who, expected) =>
  expect(maySeeGroup({ is_listed }, who)).toBe(expected),
)

it.each([
  [nobody, false, false, false, false],
  [place('owner', 'pending'), false, false, false, false],
  [place('member'), false, false, true, false],
  [place('leader'), false, true, true, true],
  [place('owner'), true, true, true, true],
  [place('owner', 'banned'), false, false, false, false],
])(
  '%o: edits %s, manages %s, posts where members may %s, posts where leaders may %s',
  (who, edits, manages, posts, leads) =>
    expect([
      mayEditGroup(who),
      mayManageGroup(who),
      mayPostToGroup({ posting: 'members' }, who),
      mayPostToGroup({ posting: 'leaders' }, who),
    ]).toEqual([edits, manages, posts, leads]),
)

it.each([
  ['open', nobody, true, 'active'],
  ['request', nobody, true, 'pending'],
  ['invite', nobody, false, 'pending'],
  ['invite', place('member', 'invited'), true, 'active'],
  ['open', place('member', 'banned'), false, 'active'],
  ['open', place('member'), false, 'active'],
] as const)('joining a group that is %s as %o: %s, and then %s', (joining, who, may, status) => {
  expect(mayJoinGroup({ joining }, who)).toBe(may)
  if (may) expect(statusOnJoining({ joining }, who)).toBe(status)
})

const ban: MemberChange = { status: 'banned' }
const letIn: MemberChange = { status: 'active' }
const promote: MemberChange = { role: 'leader' }
it.each<[string, Membership | undefined, Membership, MemberChange, boolean, boolean]>([
  ['an owner bans a leader', place('owner'), place('leader'), ban, false, true],
  ['an owner bans themselves', place('owner'), place('owner'), ban, true, false],
  ['an owner steps back', place('owner'), place('owner'), { role: 'member' }, true, true],
  ['an owner hands over', place('owner'), place('member'), { role: 'owner' }, false, true],
  ['a leader bans a member', place('leader'), place('member'), ban, false, true],
  ['a leader bans a leader', place('leader'), place('leader'), ban, false, false],
  ['a leader bans an owner', place('leader'), place('owner'), ban, false, false],
  ['a leader lets somebody in', place('leader'), place('member', 'pending'), letIn, false, true],
  ['a leader promotes', place('leader'), place('member'), promote, false, false],
  [
    'a leader promotes while letting in',
    place('leader'),
    place('member', 'pending'),
    { ...letIn, ...promote },
    false,
    false,
  ],
  ['a leader makes themselves owner', place('leader'), place('leader'), { role: 'owner' }, true, false],
  ['a member bans', place('member'), place('member'), ban, false, false],
  ['a banned owner bans', place('owner', 'banned'), place('member'), ban, false, false],
  ['nobody bans', nobody, place('member'), ban, false, false],
])('%s', (_, actor, target, change, isSelf, expected) =>
  expect(mayChangeMember(actor, target, change, isSelf)).toBe(expected),
)

it.each([
  [place('owner'), place('leader'), false, true],
  [place('owner'), place('owner'), false, true],
  [place('owner'), place('owner'), true, false],
  [place('leader'), place('member'), false, true],
  [place('leader'), place('member', 'banned'), false, true],
  [place('leader'), place('leader'), false, false],
  [place('member'), place('member'), false, false],
  [nobody, place('member'), false, false],
])('%o removes %o (themselves: %s): %s', (actor, target, isSelf, expected) =>
  expect(mayRemoveMember(actor, target, isSelf)).toBe(expected),
)
