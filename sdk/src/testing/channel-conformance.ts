import { ChannelCapabilities, Part, RemoteMediaPart, type ChannelImplementation, type ChannelSession, type ChannelSpec, type InboundEvent, type Secrets, type WebhookRequest } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { methodMismatches } from './capability-methods.ts'

/** A request as the provider sends it. */
export interface RecordedRequest { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body: string | Uint8Array; readonly url?: string }

export interface ConformanceOptions<Config> {
  /** A complete, valid configuration of one connection, without secrets. */
  readonly config: Config
  readonly secrets?: Readonly<Record<string, string>>
  /** Opens a session against the test's own provider or a fake one; each one disposed by the suite. */
  readonly session?: () => Promise<ChannelSession>
  /** For webhooks: requests that are genuine under `config` and `secrets`, with the events they mean. */
  readonly genuine?: ReadonlyArray<{ readonly name: string; readonly request: RecordedRequest; readonly events: readonly InboundEvent[] }>
  /** The header that carries the signature; removing, shortening or changing it must be noticed. Absent when the URL's secret is the only proof. */
  readonly signatureHeader?: string
  /** The header is a shared token that says nothing about the body, as some providers have it. */
  readonly signatureIsToken?: boolean
}

const utf8 = new TextEncoder()
const requestOf = ({ method = 'POST', headers = {}, body, url = 'https://recado.test/hooks/plugin/connection/secret' }: RecordedRequest): WebhookRequest =>
  ({ method, headers: new Headers(headers), rawBody: typeof body === 'string' ? utf8.encode(body) : body, url: new URL(url) })

const fixedSecrets = (values: Readonly<Record<string, string>>): Secrets => ({
  get: (name) => Promise.resolve(values[name]),
  set: () => Promise.reject(new Error('verify must not write secrets')),
  delete: () => Promise.reject(new Error('verify must not delete secrets')),
})

/** Every part is one that core can store. */
const partsOf = (event: InboundEvent) => (event.type === 'message' || event.type === 'edit' ? event.parts : [])

/**
 * The suite that every channel passes; call it at the top of `conformance.test.ts`. It checks that capabilities are
 * valid and each has its method, that `verify` accepts what is genuine and nothing that was changed, and that `parse`
 * is pure and total: recorded requests give their events, arbitrary bytes never make it throw.
 */
export function channelConformance<S extends ChannelSpec>(spec: S, implementation: ChannelImplementation<S>, options: ConformanceOptions<ReturnType<S['config']['parse']>>): void {
  const { config, secrets = {}, session, genuine = [], signatureHeader, signatureIsToken = false } = options
  const { webhook } = implementation

  describe(`channel ${spec.type}`, () => {
    test('its capabilities are valid', () => {
      expect(ChannelCapabilities.safeParse(spec.capabilities)).toMatchObject({ success: true })
    })
    test('its configuration schema accepts the configuration of this test', () => {
      expect(spec.config.safeParse({ ...config, ...secrets })).toMatchObject({ success: true })
    })
    test.runIf(session !== undefined)('every declared capability has its method and every method its capability', async () => {
      await using opened = await session!()
      expect(methodMismatches(spec.capabilities, opened)).toEqual([])
    })
    test.runIf(session !== undefined)('files that are handed in as references can be fetched', async () => {
      await using opened = await session!()
      const refs = genuine.flatMap(({ events }) => events.flatMap(partsOf)).filter((part) => part.kind === 'remoteMedia')
      expect(refs.length === 0 || typeof opened.fetchMedia === 'function').toBe(true)
    })
    test.runIf(implementation.normalise !== undefined)('normalising twice is normalising once', () => {
      fc.assert(fc.property(fc.string(), (value) => {
        const once = implementation.normalise!(value)
        expect(implementation.normalise!(once)).toBe(once)
      }))
    })
    if (!webhook) return

    const ctx = { config: config as never, secrets: fixedSecrets(secrets), callbackUrl: null }
    const parse = (request: WebhookRequest) => webhook.parse(request, ctx.config)
    const verdict = (request: RecordedRequest, held = ctx) => webhook.verify(requestOf(request), held)

    test.for(genuine)('verifies and reads: $name', async ({ request, events }) => {
      expect(await verdict(request)).toBe('ok')
      expect(parse(requestOf(request)).events).toEqual(events)
    })
    test('reading is pure and its parts can be stored', () => {
      for (const { request } of genuine) {
        const read = requestOf(request)
        const first = parse(read)
        expect(parse(read)).toEqual(first)
        for (const part of first.events.flatMap(partsOf)) expect((part.kind === 'remoteMedia' ? RemoteMediaPart : Part).safeParse(part)).toMatchObject({ success: true })
      }
    })
    test('reading arbitrary bytes never throws', () => {
      const bytes = fc.oneof(fc.uint8Array({ maxLength: 2_000 }), fc.json().map((json) => utf8.encode(json)))
      fc.assert(fc.property(bytes, (body) => { expect(Array.isArray(parse(requestOf({ body })).events)).toBe(true) }))
    })
    test('reading a genuine request that lost or changed a byte never throws', () => {
      const bodies = genuine.map(({ request }) => ({ request, body: requestOf(request).rawBody })).filter(({ body }) => body.length > 0)
      if (bodies.length === 0) return
      fc.assert(fc.property(fc.constantFrom(...bodies), fc.nat(), fc.integer({ min: 0, max: 255 }), fc.boolean(), ({ request, body }, place, value, cut) => {
        const at = place % body.length
        const changed = cut ? body.slice(0, at) : body.with(at, value)
        expect(Array.isArray(parse(requestOf({ ...request, body: changed })).events)).toBe(true)
      }))
    })
    if (signatureHeader === undefined) return

    test.for(genuine)('refuses what is not genuine: $name', async ({ request }) => {
      const headers = Object.fromEntries(Object.entries(request.headers ?? {}).filter(([name]) => name.toLowerCase() !== signatureHeader.toLowerCase()))
      const signature = new Headers(request.headers).get(signatureHeader)
      if (signature === null) throw new Error(`the recorded request has no header ${signatureHeader}`)
      const other = signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0')
      const body = requestOf(request).rawBody
      const forged: Record<string, RecordedRequest> = {
        'without signature': { ...request, headers },
        'with an empty signature': { ...request, headers: { ...headers, [signatureHeader]: '' } },
        'with a shortened signature': { ...request, headers: { ...headers, [signatureHeader]: signature.slice(0, -1) } },
        'with another signature': { ...request, headers: { ...headers, [signatureHeader]: other } },
        ...(!signatureIsToken && { 'with a byte more': { ...request, body: new Uint8Array([...body, 0x20]) } }),
      }
      for (const [how, forgery] of Object.entries(forged)) expect(await verdict(forgery), how).toBe('bad')
      expect(await verdict(request, { ...ctx, secrets: fixedSecrets({}) }), 'without a stored secret').toBe('bad')
      expect(await verdict(request, { ...ctx, secrets: fixedSecrets(Object.fromEntries(Object.keys(secrets).map((name) => [name, '']))) }), 'with empty secrets').toBe('bad')
    })
  })
}
