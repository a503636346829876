import type { NewPrayer, Outcome } from '../../contract/prayers.ts'
import type { ReportType } from '../../contract/reports.ts'
import type { PersonName } from './people.ts'

export interface DemoPrayer extends NewPrayer {
  author: PersonName
  hours_ago: number
  prayed_by: PersonName[]
  update?: { hours_ago: number; content: string; status?: Outcome }
  /** Leaves a request with signs of danger for the care team to review. */
  waits?: boolean
  reported?: { by: PersonName; report_type: ReportType; reason: string }
}

/** Newest last: posted in the reverse of the order in which they are read. */
export const demoPrayers: DemoPrayer[] = [
  {
    author: 'ines',
    hours_ago: 900,
    content:
      'I wait for the result of a scan on Friday, and I count the hours. Please pray for a quiet heart, whatever it shows.',
    prayed_by: ['hannah', 'grace', 'miriam', 'peter'],
    update: { hours_ago: 700, content: 'The scan was clear. We sat in the car park and cried.', status: 'answered' },
  },
  {
    author: 'miriam',
    hours_ago: 640,
    is_anonymous: true,
    content: 'My son has not spoken to me for two years. I do not ask for him to come back at once, only for one word.',
    prayed_by: ['hannah', 'tomas', 'ruth'],
    update: { hours_ago: 300, content: 'My son called. The first time in two years.', status: 'answered' },
  },
  {
    author: 'tomas',
    hours_ago: 480,
    title: 'A second interview on Thursday',
    content:
      'After seven months without work I have a second interview on Thursday. I would be grateful for a quiet mind, and for kindness towards myself if the answer is no.\n\nPlease also pray for the others who are waiting in that corridor. They are probably as tired of hoping as I am.',
    prayed_by: ['hannah', 'grace', 'marcos', 'miriam', 'ines'],
    update: {
      hours_ago: 220,
      content:
        'They offered me the post this morning, and I start on 2 June. Thank you to everyone who carried this with me. Seven months is a long time, and I did not feel alone in it.',
      status: 'answered',
    },
  },
  {
    author: 'yusuf',
    hours_ago: 120,
    content:
      'أطلب الصلاة من أجل والدتي، فقد أدخلت المستشفى أمس بسبب التهاب في الرئة. صلّوا أن تتنفس براحة وأن يمنحنا الله السلام ونحن ننتظر.',
    prayed_by: ['hannah', 'miriam'],
  },
  {
    author: 'marcos',
    hours_ago: 50,
    content:
      'Minha avó tem noventa e um anos e começou a esquecer os nossos nomes. Ela ainda canta todos os hinos. Orem para que ela não tenha medo à noite e para que tenhamos paciência com as suas perguntas.',
    prayed_by: ['hannah', 'grace', 'ruth'],
  },
  {
    author: 'tomas',
    hours_ago: 36,
    content:
      'Pido oración por mi hermano. Lleva tres semanas sin beber y cada tarde es una batalla. Que encuentre buena compañía y que no se rinda.',
    prayed_by: ['ines', 'marcos'],
  },
  {
    author: 'grace',
    hours_ago: 26,
    title: 'After the flood on the river road',
    content:
      'The water is going down, and now the long cleaning begins. Please pray for the families who have lost their kitchens and their photographs, for the volunteers who are tired, and for patience with every form that has to be filled in. Two of the older neighbours will not leave their houses although the walls are wet, and nobody knows what to say to them. The school is closed until further notice, so the children help to carry furniture, which they will probably remember longer than any lesson.',
    prayed_by: ['hannah', 'tomas', 'miriam', 'ines', 'ruth', 'peter'],
    update: {
      hours_ago: 8,
      content: 'The school is open again, and three families are back in their homes.',
      status: 'ongoing',
    },
  },
  {
    author: 'miriam',
    hours_ago: 20,
    visibility: 'members',
    content:
      'My sister begins chemotherapy on Monday, far away from us. Please pray for courage for her, and for a kind nurse on the first day.',
    about_other: true,
    prayed_by: ['grace'],
  },
  {
    author: 'grace',
    hours_ago: 9,
    visibility: 'team',
    content: 'I would like to talk with someone about my marriage before I talk about it with anyone else.',
    prayed_by: [],
  },
  {
    author: 'silas',
    hours_ago: 6,
    content: 'Rent is due on the first and the hours at the warehouse were cut again.',
    prayed_by: [],
  },
  {
    author: 'marcos',
    hours_ago: 4,
    is_anonymous: true,
    content:
      'I have begun treatment for depression, and I am ashamed of how long it took me to ask for help. Please pray that I keep going to the appointments, and that I find the words to tell my sister.',
    prayed_by: ['hannah', 'tomas', 'grace', 'miriam'],
  },
  {
    author: 'marcos',
    hours_ago: 4,
    content: 'For my neighbour Karl at number 14, who has begun to drink again and shouts at night.',
    prayed_by: [],
    reported: {
      by: 'miriam',
      report_type: 'private_information',
      reason: 'Everybody in our street knows who that is.',
    },
  },
  {
    author: 'hannah',
    hours_ago: 2,
    is_urgent: true,
    content:
      'My father has an operation on his heart tomorrow at eight. He is calmer than any of us. Please pray for steady hands for the surgeons, for good sleep tonight, and for my mother, who will wait on her own until I get there.',
    prayed_by: ['tomas', 'grace', 'ruth'],
  },
  {
    author: 'grace',
    hours_ago: 0.2,
    is_anonymous: true,
    waits: true,
    content:
      'I lie awake and think that it would be better for everybody if I were not here any more. I have told nobody.',
    prayed_by: [],
  },
]
