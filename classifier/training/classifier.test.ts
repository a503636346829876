import { describe, expect, it } from 'vitest'
import { labels, loadClassifier } from '../runtime/classifier.ts'
import { readExamples } from '../runtime/dataset.ts'
import { toComparable } from './folds.ts'
import { answerLine } from '../runtime/lines.ts'

const classifier = loadClassifier()

const plain: [string, string][] = [
  ['health', 'Please pray for my uncle, he has lung cancer and starts chemotherapy this week'],
  ['health', 'My sister is in the hospital after heart surgery'],
  ['grief', 'My grandmother passed away last night and the funeral is on Saturday'],
  ['grief', 'Please comfort my neighbor, her husband died suddenly'],
  ['family', 'I am 20 weeks pregnant, pray for a safe delivery of our baby'],
  ['family', 'The custody hearing for my children is tomorrow'],
  ['relationships', 'My wife wants a divorce, please pray for our marriage'],
  ['relationships', 'I feel so lonely and have no friends here'],
  ['mind', 'I suffer from anxiety and depression and cannot sleep'],
  ['addiction', 'My cousin is addicted to heroin, pray that he goes to rehab'],
  ['addiction', 'Please pray that I stay sober, I want to stop drinking'],
  ['work', 'I have a job interview on Thursday, please pray that they hire me'],
  ['money', 'We cannot pay our rent and the bills keep coming'],
  ['guidance', 'I need wisdom for a big decision, please pray for discernment'],
  ['faith', 'Pray for the salvation of my father, that he would come to know Jesus'],
  ['protection', 'Pray for safe travel, we fly to Kenya tomorrow'],
  ['protection', 'My husband is in prison and his court hearing is next week'],
  ['church', 'Pray for our pastor and for unity in our congregation'],
  ['world', 'Pray for peace in Ukraine and an end to the war'],
  ['thanks', 'Thank you Lord, my prayer was answered! Praise God!'],
  ['study', 'I have my final exams at university next week, pray that I pass'],
  ['health', 'Oren por mi padre, tiene cáncer y lo operan mañana en el hospital'],
  ['work', 'Estoy sin trabajo, oren para que encuentre un empleo'],
  ['study', 'Mañana tengo un examen en la universidad, oren para que apruebe'],
  ['mind', 'Tengo mucha ansiedad y depresión, no puedo dormir'],
  ['health', 'Priez pour ma sœur hospitalisée, elle a un cancer'],
  ['world', 'Prions pour la paix en Ukraine et la fin de la guerre'],
  ['work', 'Ich bin arbeitslos und habe morgen ein Vorstellungsgespräch'],
  ['money', 'Wir können die Miete nicht zahlen und haben Schulden'],
  ['addiction', 'Ore pelo meu irmão, viciado em drogas, que ele aceite ir para a clínica'],
  ['thanks', 'Obrigado Senhor, minha oração foi respondida, glória a Deus'],
  ['health', '请为我妈妈祷告，她得了癌症，下周要做手术'],
  ['study', '下周期末考试，求神给我智慧，考试顺利'],
  ['health', '父ががんで入院しています。手術が成功しますように'],
  ['world', 'ウクライナの戦争が終わり、平和が来ますように'],
  ['work', '취업 면접이 있어요. 직장을 얻도록 기도해 주세요'],
  ['church', '우리 교회 목사님과 성도들을 위해 기도해 주세요'],
  ['health', 'صلوا من أجل أمي، عندها سرطان وهي في المستشفى'],
  ['work', 'أبحث عن عمل منذ سنة، صلوا لأجد وظيفة'],
  ['health', 'मेरी मां अस्पताल में भर्ती हैं, उनका ऑपरेशन है, प्रार्थना करें'],
  ['addiction', 'मेरे पति शराब पीते हैं, नशे से छुटकारा मिले'],
]

const strange: [string, string][] = [
  ['empty', ''],
  ['blank', ' \n\t '],
  ['zero-width', '\u200b\u200d\ufeff'],
  ['lone surrogates', 'cancer \ud83d \udc00 surgery'],
  ['emoji', '🙏🏽🙏🏽'],
  ['5,000 code points in one word', '💒'.repeat(2500) + 'x'.repeat(2500)],
  ['50,000 Han characters', '祷'.repeat(50_000)],
  ['names of object members', '__proto__ constructor toString'],
]

describe('the shipped classifier', () => {
  it.each(plain)('gives %s as main label of “%s”', (label, text) => {
    expect(classifier.classify(text).labels[0]).toBe(label)
  })

  it('has not seen those sentences in training', () => {
    const seen = new Set(readExamples().map((example) => toComparable(example.text)))
    expect(plain.filter(([, text]) => seen.has(toComparable(text)))).toEqual([])
  })

  it.each(strange)('answers a text that is %s', (_, text) => {
    const { labels: found, scores } = classifier.classify(text)
    expect(found.length).toBeLessThanOrEqual(3)
    for (const label of labels) {
      expect(scores[label]).toBeGreaterThanOrEqual(0)
      expect(scores[label]).toBeLessThanOrEqual(1)
    }
    expect(() => classifier.detectLanguage(text)).not.toThrow()
  })

  it.each(['', ' \n', '\u200b', '🙏'])('finds no need in %j', (text) => {
    expect(classifier.classify(text).labels).toEqual([])
  })

  it('names at most three labels, each once', () => {
    const step = process.env.TEST_DEPTH === 'full' ? 1 : 8
    for (const { text } of readExamples().filter((_, index) => index % step === 0)) {
      const { labels: found } = classifier.classify(text)
      expect(found.length).toBeLessThanOrEqual(3)
      expect(new Set(found).size).toBe(found.length)
    }
  })

  it.each([
    ['I lost my job and cannot pay my bills', ['money', 'work']],
    ['My daughter is pregnant and addicted to drugs', ['addiction', 'family']],
    ['Thank God the surgery went well, pray for her recovery from cancer', ['thanks', 'health']],
  ])('names a further label after the main one: “%s”', (text, expected) => {
    expect(classifier.classify(text).labels).toEqual(expected)
  })
})

describe('detectLanguage', () => {
  it.each([
    ['en', 'Please pray for my brother'],
    ['es', 'Por favor oren por mi hermano'],
    ['fr', 'Priez pour mon frère s’il vous plaît'],
    ['de', 'Bitte betet für meinen Bruder'],
    ['pt', 'Por favor, orem pelo meu irmão'],
    ['zh', '请为我弟弟祷告'],
    ['ja', '弟のために祈ってください'],
    ['ko', '동생을 위해 기도해 주세요'],
    ['ar', 'صلوا من أجل أخي'],
    ['hi', 'मेरे भाई के लिए प्रार्थना करें'],
    [null, ''],
    [null, 'ok'],
    [null, '12345 🙏'],
    [null, 'Помолитесь за моего брата'],
  ])('answers %s for “%s”', (language, text) => {
    expect(classifier.detectLanguage(text)).toBe(language)
  })
})

describe('a line of JSON', () => {
  it('is answered with its id, labels and scores', () => {
    const answer: unknown = JSON.parse(answerLine('{"id":"a1","text":"Pray for my exam tomorrow"}', classifier))
    expect(answer).toMatchObject({ id: 'a1', labels: ['study'] })
  })

  it.each([
    ['not json', null],
    ['[]', null],
    ['null', null],
    ['{"id":7}', 7],
    ['{"id":"b","text":5}', 'b'],
    ['{"id":{},"text":null}', null],
  ])('that is wrong, %s, is answered with an error and the id %j', (line, id) => {
    expect(JSON.parse(answerLine(line, classifier))).toEqual({ id, error: expect.any(String) })
  })
})
