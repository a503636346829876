import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadClassifier } from './classifier.ts'
import { createService } from './service.ts'

describe('the classifier as a service', () => {
  const server = createService(loadClassifier())
  let url: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  const post = async (body: string) => {
    const response = await fetch(`${url}/api/classify`, { method: 'POST', body })
    return { status: response.status, headers: response.headers, answer: (await response.json()) as unknown }
  }

  it('answers as the specification wants it, to pages of any origin', async () => {
    const { status, headers, answer } = await post(
      JSON.stringify({ text: 'I have a job interview on Thursday', _t: 1 }),
    )
    expect(status).toBe(200)
    expect(answer).toMatchObject({
      success: true,
      results: [{ categories: [{ name: 'work', score: expect.any(Number) }] }],
      predictions: [{ name: 'work' }],
    })
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  it('says which model it is', async () => {
    const answer: unknown = await (await fetch(`${url}/api/models`)).json()
    expect(answer).toMatchObject({ active_model: 'built-in', models: [{ version: loadClassifier().id }] })
  })

  it.each([
    ['no JSON', 'text', 400],
    ['a list', '[]', 400],
    ['no text', '{}', 400],
    ['a text that is none', '{"text":7}', 400],
    ['an empty text', '{"text":"  "}', 400],
    ['a long text', JSON.stringify({ text: 'a'.repeat(5201) }), 400],
    ['a huge body', JSON.stringify({ text: 'a'.repeat(200_000) }), 413],
  ])('refuses %s', async (_, body, status) => {
    const refused = await post(body)
    expect(refused.status).toBe(status)
    expect(refused.answer).toMatchObject({ success: false, results: [], error: expect.any(String) })
  })

  it('has nothing else', async () => {
    expect((await fetch(`${url}/`)).status).toBe(404)
    expect((await fetch(`${url}/api/classify`)).status).toBe(405)
  })
})
