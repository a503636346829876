import type { Group } from '../../contract/groups.ts'
import type { PersonName } from './people.ts'

interface DemoGroup extends Pick<Group, 'name' | 'description' | 'joining'> {
  /** The first is its owner, the second also leads it. */
  members: PersonName[]
  requests: {
    author: PersonName
    content: string
    hours_ago: number
    is_anonymous?: boolean
    prayed_by: PersonName[]
  }[]
}

/** The groups of the demo community. */
export const demoGroups: DemoGroup[] = [
  {
    name: 'Tuesday Evening Circle',
    description: 'We meet online at eight and keep each other through the week.',
    joining: 'invite',
    members: ['ruth', 'hannah', 'tomas', 'grace', 'marcos'],
    requests: [
      {
        author: 'marcos',
        content:
          'I am travelling to see my brother on Friday. We have not spoken properly since the funeral. Please pray that I listen first.',
        hours_ago: 1,
        prayed_by: ['ruth', 'grace'],
      },
      {
        author: 'grace',
        content:
          'The test results come on Wednesday and I have told nobody outside this circle. Thank you for being a place where I can say it.',
        hours_ago: 27,
        is_anonymous: true,
        prayed_by: ['hannah', 'ruth', 'tomas'],
      },
      {
        author: 'ruth',
        content: 'For my neighbour, who is being moved out of her flat after thirty years.',
        hours_ago: 75,
        prayed_by: ['hannah', 'marcos'],
      },
    ],
  },
  {
    name: 'Hospital Visitors',
    description: 'Volunteers of the three city hospitals. Names are never used here.',
    joining: 'request',
    members: ['ines', 'ruth', 'hannah'],
    requests: [
      {
        author: 'ines',
        content:
          'For the ward on the fourth floor, where two beds stand empty since Sunday, and for those who clean it.',
        hours_ago: 8,
        prayed_by: ['ruth'],
      },
    ],
  },
  {
    name: 'Young Parents',
    description: 'For short nights and small mercies. Nobody expects tidy sentences.',
    joining: 'open',
    members: ['grace', 'hannah', 'marcos'],
    requests: [
      {
        author: 'grace',
        content: 'Four hours of sleep in two days. Please pray that I stay kind.',
        hours_ago: 15,
        prayed_by: ['marcos', 'hannah'],
      },
    ],
  },
  {
    name: 'Walking with Grief',
    description: 'For anyone who has lost someone, however long ago it was.',
    joining: 'request',
    members: ['ruth', 'ines'],
    requests: [],
  },
  {
    name: 'North Campus Students',
    description: 'Exams, flatmates, faith and doubt. All are welcome.',
    joining: 'open',
    members: ['tomas', 'marcos'],
    requests: [],
  },
  {
    name: 'Chorus and Musicians',
    description: 'We pray before each rehearsal, and for those who cannot come.',
    joining: 'open',
    members: ['peter', 'tomas'],
    requests: [],
  },
]
