import { expect, test } from 'vitest'
import { appendHeard } from './heard.ts'

test.each([
  ['', 'My father is ill.', 'My father is ill.'],
  ['Please pray.', 'My father is ill.', 'Please pray. My father is ill.'],
  ['Please pray.\n', 'Amen.', 'Please pray.\nAmen.'],
  ['父が病気です。', 'どうか祈ってください。', '父が病気です。どうか祈ってください。'],
  ['サッカー', 'の後で', 'サッカーの後で'],
  ['请为我父亲祷告，', '他病了', '请为我父亲祷告，他病了'],
  ['제 아버지가', '아프십니다', '제 아버지가 아프십니다'],
  ['أبي مريض', 'صلّوا لأجله', 'أبي مريض صلّوا لأجله'],
  // A name among other words.
  ['Please pray for 王', 'he is ill', 'Please pray for 王 he is ill'],
])('after %j follows %j', (text, piece, whole) => {
  expect(appendHeard(text, piece)).toBe(whole)
})
