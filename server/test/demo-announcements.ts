import type { Language } from '../../contract/fields.ts'

interface DemoAnnouncement {
  /** Shared by the translations, so that each reader gets one of them. */
  slug: string
  notification_type: 'info' | 'announcement'
  /** Title and Markdown. */
  texts: Record<Language, [title: string, content: string]>
}

/** The announcements of the demo, each in every language of the site. */
export const demoAnnouncements: DemoAnnouncement[] = [
  {
    slug: 'made-up-community',
    notification_type: 'info',
    texts: {
      en: ['A made-up community.', 'Nothing here is kept. [How to write a request](/content/writing-a-prayer-request)'],
      de: [
        'Eine erfundene Gemeinschaft.',
        'Nichts hier wird aufbewahrt. [Wie man ein Anliegen schreibt](/content/writing-a-prayer-request)',
      ],
      es: [
        'Una comunidad inventada.',
        'Aquí no se guarda nada. [Cómo escribir una petición](/content/writing-a-prayer-request)',
      ],
      fr: [
        'Une communauté inventée.',
        'Rien n’est conservé ici. [Comment écrire une intention](/content/writing-a-prayer-request)',
      ],
      pt: [
        'Uma comunidade inventada.',
        'Nada aqui fica guardado. [Como escrever um pedido](/content/writing-a-prayer-request)',
      ],
      ar: ['مجتمع من الخيال.', 'لا شيء هنا يُحفظ. [كيف يُكتب طلب صلاة](/content/writing-a-prayer-request)'],
      zh: ['这是一个虚构的社区。', '这里的内容都不会保留。[怎样写代祷事项](/content/writing-a-prayer-request)'],
      hi: ['यह समुदाय काल्पनिक है।', 'यहाँ कुछ भी सहेजा नहीं जाता। [निवेदन कैसे लिखें](/content/writing-a-prayer-request)'],
      ja: [
        '架空のコミュニティです。',
        'ここでは何も保存されません。[祈りの課題の書き方](/content/writing-a-prayer-request)',
      ],
      ko: [
        '지어낸 공동체예요.',
        '여기에 쓴 것은 남지 않아요. [기도 제목을 쓰는 방법](/content/writing-a-prayer-request)',
      ],
    },
  },
  {
    slug: 'sunday-evening-prayer',
    notification_type: 'announcement',
    texts: {
      en: ['Evening prayer on Sunday.', 'We will pray together at 19:00, here and in the parish hall.'],
      de: ['Abendgebet am Sonntag.', 'Wir beten gemeinsam um 19 Uhr, hier und im Gemeindesaal.'],
      es: ['Oración de la tarde el domingo.', 'Oraremos juntos a las 19:00, aquí y en el salón parroquial.'],
      fr: ['Prière du soir dimanche.', 'Nous prierons ensemble à 19 h, ici et dans la salle paroissiale.'],
      pt: ['Oração da noite no domingo.', 'Vamos orar em conjunto às 19h, aqui e no salão paroquial.'],
      ar: ['صلاة المساء يوم الأحد.', 'نصلّي معًا في الساعة 19:00، هنا وفي قاعة الكنيسة.'],
      zh: ['主日晚祷。', '晚上 7 点，我们在这里和教会的礼堂一起祷告。'],
      hi: ['रविवार की शाम की प्रार्थना।', 'हम 19:00 बजे साथ मिलकर प्रार्थना करेंगे, यहाँ और चर्च के हॉल में।'],
      ja: ['日曜日の夕べの祈り。', '19時に、ここと教会のホールで、ともに祈ります。'],
      ko: ['주일 저녁 기도.', '저녁 7시에 이곳과 교회 친교실에서 함께 기도해요.'],
    },
  },
]
