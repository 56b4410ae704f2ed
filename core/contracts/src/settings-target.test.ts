import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { Refusal } from './errors.ts'
import { checkPluginModule } from './plugin-shape.ts'
import { definePlugin } from './plugin.ts'
import { settingsForm } from './settings-form.ts'
import { isSameTarget, originOf, targetOf } from './settings-target.ts'

const secret = z.string().optional().meta({ secret: true })
const form = settingsForm(
  z.object({
    apiRoot: z.url().optional(),
    port: z.int().default(993),
    tls: z.boolean().default(true),
    label: z.string().optional(),
    token: secret,
    other: secret,
    proxy: secret,
  }),
  { egressFrom: ['apiRoot'], originFrom: ['port', 'tls'], proxyFrom: 'proxy' },
)
const stored = { apiRoot: 'https://api.example/v1' }
const kept = { token: 'stored-token', other: 'stored-other' }

/** The issues of a refused form as `field rule`; empty for one that is taken. */
const issuesOf = (
  input: Record<string, unknown>,
  secrets: Record<string, string> = kept,
  before: object | undefined = stored,
): string[] => {
  try {
    form.split(input, secrets, before as Record<string, unknown>)
    return []
  } catch (error) {
    if (!Refusal.is(error)) throw error
    return (error.facts.issues ?? []).map(({ path, rule }) => `${path} ${rule}`)
  }
}
const typeAgain = ['token addressChanged', 'other addressChanged']

describe('the server of an address', () => {
  test.each([
    ['https://API.example:443/v1?x=1#y', 'https://api.example'],
    ['https://user:pass@api.example/', 'https://api.example'],
    ['http://api.example', 'http://api.example'],
    [' Imap.Example.COM ', 'imap.example.com'],
    ['10.0.0.1', '10.0.0.1'],
  ])('of %s is %s', (address, origin) => {
    expect(originOf(address)).toBe(origin)
  })

  test('is another one for every other host, port or scheme', () => {
    const port = fc.integer({ min: 1, max: 65_535 })
    const place = fc.record({ scheme: fc.constantFrom('http', 'https'), host: fc.domain(), port, path: fc.webPath() })
    fc.assert(
      fc.property(place, place, (one, other) => {
        const [a, b] = [one, other].map(({ scheme, host, port: at, path }) =>
          originOf(`${scheme}://${host}:${at}${path}`),
        )
        expect(a === b).toBe(
          one.scheme === other.scheme && one.host.toLowerCase() === other.host.toLowerCase() && one.port === other.port,
        )
      }),
    )
  })
})

describe('a form whose secrets would go elsewhere', () => {
  test('keeps them on the same server, whatever else changes', () => {
    for (const input of [
      stored,
      { apiRoot: 'https://API.example/v2' },
      { ...stored, label: 'x' },
      { ...stored, port: 993, tls: true },
    ]) {
      expect(issuesOf(input), JSON.stringify(input)).toEqual([])
      expect(form.split(input, kept, stored).moved).toBe(false)
    }
  })

  test.each([
    ['another host', { apiRoot: 'https://evil.example/v1' }],
    ['another port', { apiRoot: 'https://api.example:8443/v1' }],
    ['no TLS in the address', { apiRoot: 'http://api.example/v1' }],
    ['the address of the provider itself', {}],
    ['another value that decides', { ...stored, port: 143 }],
    ['a weaker line', { ...stored, tls: false }],
    ['a proxy', { ...stored, proxy: 'http://proxy.example:3128' }],
  ])('asks for each of them again: %s', (_what, input) => {
    expect(issuesOf(input)).toEqual(typeAgain)
    expect(issuesOf({ ...input, token: 'new', other: '' })).toEqual(['other addressChanged'])
    expect(form.split({ ...input, token: 'new', other: null }, kept, stored)).toMatchObject({
      moved: true,
      secrets: { token: 'new' },
      erased: ['other'],
    })
  })

  test('asks for them again when the proxy goes or is another one, and not when only its password changes', () => {
    const behind = { ...kept, proxy: 'http://user:one@proxy.example:3128' }
    expect(issuesOf({ ...stored, proxy: null }, behind)).toEqual(typeAgain)
    expect(issuesOf({ ...stored, proxy: 'http://user:one@evil.example:3128' }, behind)).toEqual(typeAgain)
    expect(issuesOf({ ...stored, proxy: 'http://user:two@proxy.example:3128' }, behind)).toEqual([])
    // The proxy goes on to get its own password, wherever requests go through it.
    expect(issuesOf({ apiRoot: 'https://other.example', token: 'new', other: 'new' }, behind)).toEqual([])
  })

  test('has nothing to ask for at the first time, nor where nothing is stored', () => {
    expect(issuesOf({ apiRoot: 'https://evil.example', token: 'new' }, {}, undefined)).toEqual([])
    expect(form.split({ apiRoot: 'https://other.example' }, {}, stored)).toMatchObject({ moved: true })
  })

  test('is another target for values that are stored with another one, and the same for what is typed otherwise', () => {
    expect(form.target({ apiRoot: 'https://api.example/x', label: 'y' })).toBe(
      form.target({ port: 993, apiRoot: 'https://api.example' }),
    )
    expect(
      new Set([form.target({}), form.target(stored), form.target({ port: 143 }), form.target({}, 'http://p.example')])
        .size,
    ).toBe(4)
    // A text field holds numbers as text.
    expect(isSameTarget(targetOf(form.fields, { port: '993', tls: true }), targetOf(form.fields, {}))).toBe(true)
  })
})

test('where a plugin may go everywhere, every address among its settings counts', () => {
  const open = settingsForm(z.object({ hook: z.url(), token: secret }), { egress: ['*'] })
  expect(open.fields.map(({ name, target }) => [name, target])).toEqual([
    ['hook', 'address'],
    ['token', undefined],
  ])
})

test('a version of a plugin that sends secrets to another of the settings has another target, where that one is filled in', () => {
  const shape = z.object({ apiRoot: z.url().optional(), note: z.string().optional(), token: secret })
  const [before, after] = [
    settingsForm(shape, { egressFrom: ['apiRoot'] }),
    settingsForm(shape, { egressFrom: ['apiRoot', 'note'] }),
  ]
  expect(after.target(stored)).toBe(before.target(stored))
  expect(after.target({ ...stored, note: 'evil.example' })).not.toBe(before.target({ ...stored, note: 'evil.example' }))
})

describe('secrets that say where they are sent', () => {
  const apart = settingsForm(
    z.object({
      url: z.url().optional(),
      key: secret.meta({ secret: true, sentTo: ['url'] }),
      voiceUrl: z.url().optional(),
      voiceKey: secret.meta({ secret: true, sentTo: ['voiceUrl'] }),
      any: secret,
    }),
    { egressFrom: ['url', 'voiceUrl'] },
  )
  const before = { url: 'https://a.example', voiceUrl: 'https://b.example' }
  const kept = { key: 'k', voiceKey: 'v', any: 'x' }
  const asked = (input: Record<string, unknown>): string[] => {
    try {
      apart.split(input, kept, before)
      return []
    } catch (error) {
      return Refusal.is(error) ? error.facts.issues!.map(({ path }) => path) : []
    }
  }

  test('are asked for again where their own address changes, and one that does not say so wherever any does', () => {
    expect(asked({ ...before, url: 'https://c.example' })).toEqual(['key', 'any'])
    expect(asked({ ...before, voiceUrl: 'https://c.example' })).toEqual(['voiceKey', 'any'])
    expect(asked({ ...before, url: 'https://a.example/other' })).toEqual([])
    expect(asked({})).toEqual(['key', 'voiceKey', 'any'])
    const change = { ...before, url: 'https://c.example', key: 'n', any: 'n' }
    expect(apart.split(change, kept, before)).toMatchObject({ moved: true, secrets: { key: 'n', any: 'n' } })
  })

  test('are bound to their own address, and found where they were bound to all of them before', () => {
    const [own, all] = apart.targets(before)('key')
    expect(all).toBe(apart.target(before))
    expect(apart.targets({ ...before, voiceUrl: 'https://c.example' })('key')[0]).toBe(own)
    expect(apart.targets({ ...before, url: 'https://c.example' })('key')).not.toContain(own)
    expect(apart.targets({ ...before, url: 'https://c.example' })('key')).not.toContain(all)
    expect(apart.targets(before)('any')).toEqual([apart.target(before)])
  })

  test('name settings that decide where something is sent', () => {
    const at = (sentTo: string[]) => () =>
      checkPluginModule(
        {
          definition: definePlugin({
            id: 'shop',
            version: '1.0.0',
            host: '*',
            publisher: 'x',
            title: { 'pt-BR': 'x', en: 'x', es: 'x', ru: 'x' },
            description: { 'pt-BR': 'x', en: 'x', es: 'x', ru: 'x' },
            settings: z.object({ url: z.url(), note: z.string(), key: secret.meta({ secret: true, sentTo }) }),
            egressFrom: ['url'],
          }),
          implementation: { channels: {}, routes: {}, on: {}, jobs: {} },
        },
        'shop',
      )
    expect(at(['url'])).not.toThrow()
    expect(at(['note'])).toThrow('sends key to note')
    expect(at([])).toThrow('sends key to nothing')
  })
})
