import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressReader, callerAddress, networkOf } from './address.ts'
import { noProxies, parseTrustedProxies } from '../base/trusted-proxies.ts'

const from = (trusted: string, peer: string | undefined, forwardedFor?: string) =>
  callerAddress(forwardedFor, peer, parseTrustedProxies(trusted)!)

describe('the address of a caller', () => {
  it.each([
    ['nobody is trusted', 'none', '127.0.0.1', '203.0.113.9, 198.51.100.7', '127.0.0.1'],
    ['the peer is no trusted proxy', 'loopback', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
    ['a private peer is not declared', 'loopback', '10.0.0.2', '203.0.113.9', '10.0.0.2'],
    ['a proxy brings no header', 'loopback', '127.0.0.1', undefined, '127.0.0.1'],
    ['a proxy brings an empty header', 'loopback', '127.0.0.1', ' ', '127.0.0.1'],
    ['a proxy of the machine appends', 'loopback', '::ffff:127.0.0.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['the caller stands in a private network', 'loopback', '127.0.0.1', '203.0.113.9, 10.0.0.5', '10.0.0.5'],
    [
      'the caller stands in a private network, of which one proxy is trusted',
      '10.0.0.2',
      '10.0.0.2',
      '203.0.113.9, 10.0.0.5',
      '10.0.0.5',
    ],
    [
      'several proxies append',
      '10.0.0.0/8, loopback',
      '127.0.0.1',
      '8.8.8.8, 203.0.113.9, 10.1.1.1, 10.2.2.2',
      '203.0.113.9',
    ],
    ['a proxy itself calls', 'private', '10.0.0.2', '10.0.0.7, 192.168.0.1', '10.0.0.7'],
    ['a word stands where an address should', 'private', '10.0.0.2', '203.0.113.9, unknown, 10.0.0.5', '10.0.0.5'],
    ['nothing stands where an address should', 'private', '10.0.0.2', '203.0.113.9, , 10.0.0.5', '10.0.0.5'],
    ['the nearest proxy appends a word', 'private', '10.0.0.2', '203.0.113.9, _hidden', '10.0.0.2'],
    ['the entry has a port', 'loopback', '127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['the entry has brackets and a port', 'loopback', '127.0.0.1', '[2001:DB8::7]:4711', '2001:db8::7'],
    ['the entry has brackets', 'loopback', '127.0.0.1', '[2001:db8::7]', '2001:db8::7'],
    ['the entry is IPv4 in IPv6', 'loopback', '127.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['the entry has a zone', 'loopback', '127.0.0.1', 'fe80::7%eth0', 'fe80::7'],
    ['the peer has a zone', 'none', 'fe80::7%eth0', undefined, 'fe80::7'],
    ['a trusted peer is IPv6', 'fd00::/8', 'fd12::1', '2001:db8::7', '2001:db8::7'],
    ['the entry is a number', 'loopback', '127.0.0.1', '3232235521', '127.0.0.1'],
    ['the entry is octal', 'loopback', '127.0.0.1', '0177.0.0.1', '127.0.0.1'],
    ['the entry is quoted', 'loopback', '127.0.0.1', '"198.51.100.7"', '127.0.0.1'],
    ['one proxy is counted', '1', '192.0.2.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['one proxy is counted, and the caller is private', '1', '10.0.0.2', '203.0.113.9, 10.0.0.5', '10.0.0.5'],
    ['two proxies are counted', '2', '10.0.0.2', '8.8.8.8, 203.0.113.9, 198.51.100.7', '203.0.113.9'],
    ['two proxies are counted and one was passed by', '2', '10.0.0.2', '198.51.100.7', '198.51.100.7'],
    ['three proxies are counted and two were passed by', '3', '10.0.0.2', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    [
      'two proxies are counted and one appends a word',
      '2',
      '10.0.0.2',
      '8.8.8.8, unknown, 198.51.100.7',
      '198.51.100.7',
    ],
    ['a proxy is counted and appends a word', '1', '10.0.0.2', '203.0.113.9, unknown', '10.0.0.2'],
    ['a proxy is counted and brings no header', '1', '10.0.0.2', undefined, '10.0.0.2'],
    ['the connection is gone', 'loopback', undefined, '203.0.113.9', ''],
  ])('where %s', (_, trusted, peer, forwardedFor, expected) => {
    expect(from(trusted, peer, forwardedFor)).toBe(expected)
  })

  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('127.0.0.1', '10.0.0.5', '::1', '::ffff:10.0.0.5', '192.168.1.1:80', '[::1]:80'),
  )
  const sent = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc
      .array(fc.oneof(address, fc.string({ maxLength: 8 }), fc.constantFrom('', ' ', 'unknown')), { maxLength: 12 })
      .map((each) => each.join(', ')),
  )
  /** Addresses that the proxies between the caller and this server append, each that of its caller. */
  const through = (own: string | undefined, chain: readonly string[]) =>
    [...(own === undefined ? [] : [own]), ...chain].join(', ')

  it('follows from the connection and the proxies alone, whatever the caller sends', () => {
    const proxies = fc.array(
      fc.ipV4().map((each) => each.replace(/^\d+/, '10')),
      { minLength: 1, maxLength: 4 },
    )
    const caller = fc
      .oneof(fc.ipV4(), fc.constantFrom('192.168.7.7', '172.16.0.9', '127.0.0.1', '198.51.100.7'))
      .filter((each) => !each.startsWith('10.'))
    fc.assert(
      fc.property(caller, proxies, fc.option(sent, { nil: undefined }), (client, hops, own) => {
        // The last hop is the peer; its entry is the hop before it.
        const forwardedFor = through(own, [client, ...hops.slice(0, -1)])
        expect(from('10.0.0.0/8', hops.at(-1), forwardedFor)).toBe(client)
        expect(from(String(hops.length), hops.at(-1), forwardedFor)).toBe(client)
        expect(from('none', client, own)).toBe(client)
        expect(from('10.0.0.0/8', client, own)).toBe(client)
      }),
    )
  })

  it('is one that a connection can have, or the peer, for any header and any configuration', () => {
    const trusted = fc.constantFrom('none', 'loopback', 'private', '1', '2', '10', '10.0.0.0/8, ::1', 'fc00::/7')
    fc.assert(
      fc.property(trusted, fc.oneof(address, fc.constantFrom('', 'x')), sent, (proxies, peer, forwardedFor) => {
        const found = from(proxies, peer, forwardedFor)
        expect(found === peer || /^[\d.]+$|^[0-9a-f:]+$/.test(found), found).toBe(true)
      }),
    )
  })

  it('costs nothing to find in a header that is as long as one may be', () => {
    const long = ',127.0.0.1'.repeat(1_600)
    const began = performance.now()
    for (let n = 0; n < 20; n++) from('loopback', '127.0.0.1', long)
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})

describe('what may be trusted', () => {
  it('is a number, networks, addresses and names, in any case and with any spaces', () => {
    expect(parseTrustedProxies(' 1 ')).toEqual({ hops: 1 })
    expect(parseTrustedProxies('none')).toEqual(noProxies)
    for (const text of ['10.0.0.0/8,LOOPBACK', ' 10.0.0.0/8 , loopback ', '10.0.0.0/8,127.0.0.0/8,::1/128'])
      expect(from(text, '127.0.0.1', '203.0.113.9, 10.0.0.1')).toBe('203.0.113.9')
    expect(from('10.0.0.9', '10.0.0.9', '203.0.113.9')).toBe('203.0.113.9')
    expect(from('10.0.0.9', '10.0.0.8', '203.0.113.9')).toBe('10.0.0.8')
    expect(from('::ffff:10.0.0.9', '10.0.0.9', '203.0.113.9')).toBe('203.0.113.9')
  })

  it('is read or refused for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((each) => `10.0.0.0/8,${each}`),
          fc.constantFrom('__proto__', 'constructor', 'toString'),
        ),
        (text) => {
          parseTrustedProxies(text)
        },
      ),
    )
    for (const text of ['', '__proto__', 'constructor', '1,2', '10.0.0.0/8 loopback', '0x7f.0.0.0/8'])
      expect(parseTrustedProxies(text), text).toBeUndefined()
  })
})

it('a proxy in the own network that nobody declared is named in the log, once', () => {
  const warned: object[] = []
  const read = addressReader(parseTrustedProxies('loopback')!, {
    warn: (facts: object) => void warned.push(facts),
  } as never)
  for (const [header, peer] of [
    ['8.8.8.8', '203.0.113.9'],
    [undefined, '10.0.0.2'],
    ['8.8.8.8', '127.0.0.1'],
    ['8.8.8.8', undefined],
  ] as const)
    read(header, peer)
  expect(warned).toEqual([])
  for (let n = 0; n < 3; n++) expect(read('8.8.8.8', '10.0.0.2')).toBe('10.0.0.2')
  expect(warned).toEqual([{ proxy: '10.0.0.2' }])
})

it('addresses of one network of IPv6 share its limits; without an address nothing breaks', () => {
  expect(networkOf('2001:db8:0:7::1')).toBe(networkOf('2001:0db8:0000:0007:ffff::'))
  expect(networkOf('2001:db8:0:8::1')).not.toBe(networkOf('2001:db8:0:7::1'))
  for (const address of ['192.0.2.1', '', 'unknown']) expect(networkOf(address)).toBe(address)
})
