import { describe, expect, it } from 'vitest'
import { decryptPush } from '../test/push-service.ts'
import { arePushKeys, encryptPush } from './push-encryption.ts'

/** The example of RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  receiver: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

describe('the encryption of a message to a device', () => {
  it('gives the example of RFC 8291, byte for byte', () => {
    const secrets = { salt: bytes(example.salt), sender: bytes(example.sender) }
    expect(encryptPush(Buffer.from(example.text), example.keys, secrets, 0).toString('base64url')).toBe(example.body)
    // The tests read messages as this example is read.
    const browser = { keys: example.keys, private_key: bytes(example.receiver) }
    expect(decryptPush(bytes(example.body), browser).toString()).toBe(example.text)
  })

  it('is another one each time, and tells nothing by its length', () => {
    const browser = { keys: example.keys, private_key: bytes(example.receiver) }
    const bodies = ['', 'Amen', 'Amen', 'ü'.repeat(1000)].map((text) => encryptPush(Buffer.from(text), example.keys))
    expect(new Set(bodies.map((body) => body.length)).size).toBe(1)
    expect(new Set(bodies.map((body) => body.toString('hex'))).size).toBe(4)
    expect(bodies.map((body) => decryptPush(body, browser).length)).toEqual([0, 4, 4, 2000])
  })

  it('refuses what does not fit into one record', () => {
    expect(() => encryptPush(Buffer.alloc(4080), example.keys)).toThrow(RangeError)
  })

  it.each([
    ['the keys of a browser', example.keys, true],
    ['a point beside the curve', { ...example.keys, p256dh: `B${'A'.repeat(86)}` }, false],
    ['a short secret', { ...example.keys, auth: 'AAAA' }, false],
    ['nothing', { p256dh: '', auth: '' }, false],
  ])('says whether keys are keys: %s', (_, keys, expected) => {
    expect(arePushKeys(keys)).toBe(expected)
  })
})
