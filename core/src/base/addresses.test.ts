import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReachable, parseRange } from './addresses.ts'

describe('an address that may be reached', () => {
  it.each([
    // Platforms of clouds, in public ranges and in others.
    ['Azure wire server', '168.63.129.16'],
    ['IBM Cloud resolver', '161.26.0.10'],
    ['IBM Cloud service endpoints', '166.8.0.1'],
    ['IBM Cloud service endpoints, last', '166.11.255.255'],
    ['Equinix Metal metadata', '192.80.8.124'],
    ['Alibaba metadata', '100.100.100.200'],
    ['Tencent metadata', '169.254.0.23'],
    ['Tencent internal', '100.88.222.5'],
    ['Oracle metadata', '192.0.0.192'],
    ['metadata of most', '169.254.169.254'],
    ['ECS tasks', '169.254.170.2'],
    ['EKS pods', '169.254.170.23'],
    ['Scaleway', '169.254.42.42'],
    ['AWS metadata', 'fd00:ec2::254'],
    ['EKS pods', 'fd00:ec2::23'],
    ['Google metadata', 'fd20:ce::254'],
    ['Scaleway', 'fd00:42::42'],
    ['OpenStack metadata', 'fe80::a9fe:a9fe'],
    ['with a zone', 'fe80::a9fe:a9fe%eth0'],
    // The same inside IPv6.
    ['mapped', '::ffff:168.63.129.16'],
    ['mapped, in hex', '::ffff:a83f:8110'],
    ['by NAT64', '64:ff9b::168.63.129.16'],
    ['by NAT64 of an own network', '64:ff9b:1::a83f:8110'],
    ['by 6to4', '2002:a83f:8110::1'],
    ['by Teredo', '2001:0:a83f:8110::1'],
    ['compatible', '::168.63.129.16'],
    ['translated', '::ffff:0:168.63.129.16'],
    ['by ISATAP', '2001:200::5efe:10.0.0.1'],
    ['by ISATAP, registered', '2a00:1450:4001:8::200:5efe:7f00:1'],
    // Special purposes that IANA lists.
    ['6to4 relay', '192.88.99.1'],
    ['AS112', '192.31.196.1'],
    ['AS112, direct', '192.175.48.1'],
    ['AMT', '192.52.193.1'],
    ['protocol assignments', '192.0.0.9'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '203.0.113.1'],
    ['future use', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['Teredo', '2001::1'],
    ['benchmarking', '2001:2::1'],
    ['AMT', '2001:3::1'],
    ['AS112', '2001:4:112::1'],
    ['ORCHID', '2001:10::1'],
    ['ORCHIDv2', '2001:20::1'],
    ['drones', '2001:30::1'],
    ['assignments', '2001:1ff::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['6to4', '2002::1'],
    ['6bone', '3ffe::1'],
    ['AS112', '2620:4f:8000::1'],
    ['segment routing', '5f00::1'],
    ['discard', '100::1'],
    ['dummy', '100:0:0:1::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff0e::1'],
    ['not given out', '4000::1'],
    ['none', 'localhost'],
    ['empty', ''],
    ['a network', '10.0.0.0/8'],
  ])('is not %s (%s)', (_, address) => {
    expect(isReachable(address, [])).toBe(false)
  })

  it.each([
    '8.8.8.8',
    '168.63.129.15',
    '168.63.129.17',
    '161.25.255.255',
    '161.27.0.0',
    '166.7.255.255',
    '166.12.0.0',
    '192.80.8.123',
    '1.1.1.1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2606:4700::1',
    '2001:200::1',
    '2a00:1450:4001::5eff:1',
  ])('is %s', (address) => {
    expect(isReachable(address, [])).toBe(true)
  })

  it('is what was allowed on purpose, by itself', () => {
    const allowed = ['168.63.129.16/32', '10.1.2.0/24'].map(parseRange)
    expect(
      ['168.63.129.16', '::ffff:168.63.129.16', '10.1.2.3'].map((address) => isReachable(address, allowed)),
    ).toEqual([true, true, true])
    expect(['10.1.3.3', '161.26.0.10', '127.0.0.1'].map((address) => isReachable(address, allowed))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('is the same in every form that holds an IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const here = isReachable(address, [])
        for (const wrapped of [`::ffff:${address}`, `64:ff9b::${address}`])
          expect(isReachable(wrapped, []), wrapped).toBe(here)
        for (const tunnel of [`2001:200::5efe:${address}`, `64:ff9b:1::${address}`])
          expect(isReachable(tunnel, []), tunnel).toBe(false)
      }),
    )
  })

  it('is decided for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6()), (text) => {
        expect(typeof isReachable(text, [])).toBe('boolean')
      }),
    )
  })
})
