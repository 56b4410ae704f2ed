import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const load = (environment: Record<string, string>) => loadConfig({ DATA_DIR: folder, ...environment })

describe('the configuration', () => {
  it('needs nothing, and makes a secret that stays', () => {
    const config = load({ PORT: '', NATS_URL: '' })
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      natsUrl: undefined,
      databaseUrl: undefined,
      adminEmail: 'admin@recado.local',
      pluginSignatures: 'required',
    })
    expect(config.secret).toBe(readFileSync(join(folder, 'secret'), 'utf8'))
    expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0)
    expect(load({}).secret).toBe(config.secret)
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_CONNECTIONS', '11'],
    ['DATABASE_CONNECTIONS', '30.5'],
    ['DATABASE_CONNECTIONS', 'many'],
    ['LOG_LEVEL', 'loud'],
    ['RECADO_PLUGIN_SIGNATURES', 'none'],
    ['DATABASE_URL', 'mysql://x'],
    ['NATS_URL', 'http://x'],
    ['PUBLIC_URL', 'ftp://x'],
    ['RECADO_ADMIN_EMAIL', 'nobody'],
    ['RECADO_ADMIN_PASSWORD', 'short'],
    ['RECADO_SECRET', 'too short'],
    ['RECADO_SECRET', 'changeme'.repeat(4)],
    ['RECADO_SECRET', 'x'.repeat(40)],
    ['RECADO_SECRET', 'secretsecretsecretsecretsecretsecr'],
  ])('stops at %s=%s with a sentence that names it', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(ConfigError)
    expect(() => load({ [name]: value })).toThrow(new RegExp(`^${name} (must|is)`))
  })

  it('takes a secret that nobody guesses', () => {
    const secret = 'kq3Jt0vD9mZrB1xWf7Lh2NcYp8SgUeAa'
    expect(load({ RECADO_SECRET: secret }).secret).toBe(secret)
  })

  it.each([
    ['abc'],
    ['11'],
    ['-1'],
    ['1.5'],
    ['10.0.0.0/33'],
    ['10.0.0.0/8,'],
    ['0.0.0.0/0'],
    ['::/0'],
    ['proxy.internal'],
    ['loopback private'],
    ['::ffff:10.0.0.0/104'],
    ['fe80::1%eth0'],
  ])('stops at TRUSTED_PROXIES=%s with a sentence', (value) => {
    expect(() => load({ TRUSTED_PROXIES: value })).toThrow(/^TRUSTED_PROXIES must be a number of proxies/)
  })

  it('trusts a proxy on this machine where there is a public address, and otherwise nobody but who is named', () => {
    const publicUrl = { PUBLIC_URL: 'https://desk.example' }
    expect(load({}).trustedProxies).toEqual({ networks: [] })
    expect(load(publicUrl).trustedProxies).toEqual(load({ TRUSTED_PROXIES: 'loopback' }).trustedProxies)
    expect(load({ ...publicUrl, TRUSTED_PROXIES: '' }).trustedProxies).toEqual(load(publicUrl).trustedProxies)
    for (const nobody of ['none', '0', ' NONE ']) {
      expect(load({ ...publicUrl, TRUSTED_PROXIES: nobody }).trustedProxies).toEqual({ networks: [] })
    }
    expect(load({ TRUSTED_PROXIES: '2' }).trustedProxies).toEqual({ hops: 2 })
  })

  it.each([['soon'], ['-1'], ['1.5'], ['301']])('stops at DRAIN_SECONDS=%s with a sentence that names it', (value) => {
    expect(() => load({ DRAIN_SECONDS: value })).toThrow(/^DRAIN_SECONDS must be/)
  })

  it('has a grace where there are other nodes, and otherwise as long as is said', () => {
    expect(load({}).drainSeconds).toBe(0)
    expect(load({ NATS_URL: 'nats://127.0.0.1:4222' }).drainSeconds).toBe(5)
    expect(load({ NATS_URL: 'nats://127.0.0.1:4222', DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
    expect(load({ DRAIN_SECONDS: '30' }).drainSeconds).toBe(30)
  })

  it('explains a kept secret that was only half written', () => {
    const broken = mkdtempSync(join(folder, 'half-'))
    writeFileSync(join(broken, 'secret'), 'abc')
    expect(() => load({ DATA_DIR: broken })).toThrow(/restore it from a backup/)
  })

  it('explains a data folder that is a file', () => {
    expect(() => load({ DATA_DIR: join(folder, 'secret') })).toThrow(/^DATA_DIR cannot be used/)
  })

  it('reads the networks that may be reached, and explains a line that is none', () => {
    const own = mkdtempSync(join(folder, 'own-'))
    expect(load({ DATA_DIR: own }).reachableNetworks).toEqual([])
    writeFileSync(join(own, 'reachable-networks'), '# the telephone system\n10.1.2.0/24\n\n127.0.0.1/32 # simulators\n')
    expect(load({ DATA_DIR: own }).reachableNetworks).toEqual(['10.1.2.0/24', '127.0.0.1/32'])
    writeFileSync(join(own, 'reachable-networks'), 'localhost')
    expect(() => load({ DATA_DIR: own })).toThrow(/one address range a line.*localhost is none/)
  })
})
