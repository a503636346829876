import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import {
  PrivateAddressError,
  isLinkLocal,
  isPublicAddress,
  leadsToLinkLocal,
  lookupPublic,
  mayBePublicHost,
} from './public-address.ts'

describe('addresses of the public internet', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.128.0.1',
    '2a00:1450:4001::1',
    '2606:4700::1111',
  ])('take %s', (address) => expect(isPublicAddress(address)).toBe(true))
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a00:1',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'localhost',
    '',
  ])('refuse %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('link-local addresses', () => {
  it.each([
    ['169.254.169.254', true],
    ['::ffff:169.254.169.254', true],
    ['64:ff9b::a9fe:a9fe', true],
    ['100.100.100.200', true],
    ['fe80::1', true],
    ['fd00:ec2::254', true],
    ['127.0.0.1', false],
    ['::1', false],
    ['192.168.1.10', false],
    ['10.0.0.25', false],
    ['fd12:3456::1', false],
    ['8.8.8.8', false],
    ['localhost', false],
  ])('%s: %s', (address, expected) => expect(isLinkLocal(address)).toBe(expected))

  it.each([
    ['[fe80::1]', true],
    // 169.254.169.254 as one number, which a resolver reads.
    ['2852039166', true],
    ['localhost', false],
    ['nobody.invalid', false],
  ])('are found behind %s: %s', async (host, expected) => expect(await leadsToLinkLocal(host)).toBe(expected))

  it('are found behind a name, also beside another', async () => {
    const addresses = ['192.168.1.10', '169.254.169.254'].map((address) => ({ address, family: 4 }))
    expect(await leadsToLinkLocal('mail.example.org', (_name, _options, done) => done(null, addresses))).toBe(true)
  })
})

describe('hosts', () => {
  it.each([
    ['updates.push.example.org', true],
    ['8.8.8.8', true],
    ['[2606:4700::1111]', true],
    ['localhost', false],
    ['localhost.', false],
    ['push.localhost', false],
    ['printer.local', false],
    ['db.internal', false],
    ['router.home.arpa', false],
    ['postgres', false],
    ['127.0.0.1', false],
    ['[::1]', false],
    ['[::ffff:7f00:1]', false],
  ])('%s', (host, expected) => expect(mayBePublicHost(host)).toBe(expected))
})

describe('looking a host up', () => {
  const of = (...addresses: string[]) =>
    new Promise((resolve, reject) => {
      const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
      const look = lookupPublic((_host, _options, done) => done(null, found))
      look('push.example.org', {}, (error, address) => (error ? reject(error) : resolve(address)))
    })

  it('gives the address that was checked', async () => {
    await expect(of('8.8.8.8')).resolves.toBe('8.8.8.8')
  })

  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::1', '8.8.8.8']], [[]]])(
    'refuses a name that leads to %o',
    async (addresses) => {
      await expect(of(...addresses)).rejects.toBeInstanceOf(PrivateAddressError)
    },
  )
})
