import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/** A host that is not on the public internet: this machine, or its neighbours. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'

  constructor() {
    super('the host is not on the public internet')
  }
}

// https://www.iana.org/assignments/iana-ipv4-special-registry
const privateV4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateV4.addSubnet(network, bits, 'ipv4')

// Only global unicast addresses of IPv6 are public, without those that carry an IPv4 address, are for documents, or are special.
// https://www.iana.org/assignments/iana-ipv6-special-registry
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')
const specialV6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialV6.addSubnet(network, bits, 'ipv6')

/** True for an address of the public internet. IPv6 without brackets. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !privateV4.check(address, 'ipv4')
  // Addresses with an IPv4 address inside (::ffff:0:0/96) are not global, so they are refused too.
  return version === 6 && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

// Where machines of a data centre ask who they are, and link-local addresses (RFC 3927, RFC 4291): no server that people use has one.
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addAddress('100.100.100.200', 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')
linkLocal.addSubnet('fd00:ec2::', 32, 'ipv6')
linkLocal.addAddress('fd20:ce::254', 'ipv6')
linkLocal.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')

/** True for a link-local address, or one where a machine of a data centre asks who it is. IPv6 without brackets. */
export function isLinkLocal(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && linkLocal.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** True if a host, by its name or address, has a link-local address. IPv6 with or without brackets. */
export const leadsToLinkLocal = (host: string, resolve: Resolve = lookup): Promise<boolean> =>
  new Promise((done) => {
    resolve(host.replace(/^\[(.*)\]$/, '$1'), { all: true }, (error, addresses) =>
      done(!error && addresses.some(({ address }) => isLinkLocal(address))),
    )
  })

/** False for a host that says by itself that it is not public. A name is looked up when it is called: see `lookupPublic`. */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/\.(?:localhost|local|internal|home\.arpa)$/i.test(host)
}

type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Looks a host up for a connection, which then goes to the address that was checked: a name that leads elsewhere a moment later
 * changes nothing. Fails with a `PrivateAddressError` when any of its addresses is not public.
 */
export const lookupPublic =
  (resolve: Resolve = lookup): LookupFunction =>
  (hostname, { all }, done) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) done(error, [])
      else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        done(new PrivateAddressError(), [])
      else if (all === true) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
