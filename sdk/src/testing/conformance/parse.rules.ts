import { Part, RemoteMediaPart, type ChannelSpec, type InboundEvent } from '@recado/contracts'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { bytesOf, webhookRequest } from './request.ts'
import { leftOut, type Rule } from './rule.ts'
import type { AnyChannel, AnyOptions } from './stage.ts'

const utf8 = new TextEncoder()
const partsOf = (event: InboundEvent) => (event.type === 'message' || event.type === 'edit' ? event.parts : [])
const longAgo = new Date('2001-02-03T04:05:06Z')
const inTheFuture = new Date('2049-10-11T12:13:14Z')

/** (c) Reading is a function of the bytes and of nothing else, and no bytes break it. */
export function parseRules(_: ChannelSpec, { webhook }: AnyChannel, options: AnyOptions): Rule[] {
  if (!webhook) return []
  const { genuine = [], config } = options
  const read = (request: Parameters<typeof webhookRequest>[0]) => webhook.parse(webhookRequest(request), config).events
  const rules: Rule[] = genuine.map(({ name, request, events }) => ({
    id: 'parse.meaning',
    title: `reads: ${name}`,
    run: () => {
      expect(read(request)).toEqual(events)
    },
  }))
  const batch = 'all entries of one request are read'
  rules.push(
    genuine.length === 0
      ? leftOut(options, 'genuine', 'parse.meaning', 'what the provider sends is read')
      : genuine.some(({ events }) => events.length > 1)
        ? {
            id: 'parse.batch',
            title: batch,
            run: () => {
              for (const { request, events } of genuine.filter((each) => each.events.length > 1))
                expect(read(request)).toHaveLength(events.length)
            },
          }
        : leftOut(options, 'batch', 'parse.batch', batch),
  )
  rules.push(
    {
      id: 'parse.pure',
      title: 'reading is pure: the same bytes give the same events at any time, and are left as they were',
      run: () => {
        for (const { request } of genuine) {
          const given = Object.freeze(webhookRequest(request))
          const bytes = given.rawBody.slice()
          const first = at(longAgo, () => webhook.parse(given, config))
          expect(at(inTheFuture, () => webhook.parse(given, config))).toEqual(first)
          expect(given.rawBody, 'the bytes were changed').toEqual(bytes)
          expect([...given.headers], 'the headers were changed').toEqual([...webhookRequest(request).headers])
        }
      },
    },
    {
      id: 'parse.parts',
      title: 'what is read can be stored',
      run: () => {
        for (const part of genuine.flatMap(({ request }) => read(request)).flatMap(partsOf))
          expect((part.kind === 'remoteMedia' ? RemoteMediaPart : Part).safeParse(part)).toMatchObject({
            success: true,
          })
      },
    },
    {
      id: 'parse.total',
      title: 'reading arbitrary bytes never throws',
      run: () => {
        const bytes = fc.oneof(
          fc.uint8Array({ maxLength: 2_000 }),
          fc.json().map((json) => utf8.encode(json)),
        )
        fc.assert(
          fc.property(bytes, (body) => {
            expect(Array.isArray(read({ body }))).toBe(true)
          }),
        )
      },
    },
    {
      id: 'parse.total',
      title: 'reading a genuine request that lost or changed a byte never throws',
      run: () => {
        const bodies = genuine
          .map(({ request }) => ({ request, body: bytesOf(request.body) }))
          .filter(({ body }) => body.length > 0)
        if (bodies.length === 0) return
        fc.assert(
          fc.property(
            fc.constantFrom(...bodies),
            fc.nat(),
            fc.integer({ min: 0, max: 255 }),
            fc.boolean(),
            ({ request, body }, place, value, cut) => {
              const where = place % body.length
              expect(
                Array.isArray(read({ ...request, body: cut ? body.slice(0, where) : body.with(where, value) })),
              ).toBe(true)
            },
          ),
        )
      },
    },
  )
  return rules
}

/** Runs work at another time of day, to detect a reader that reads the clock. */
function at<T>(moment: Date, work: () => T): T {
  vi.useFakeTimers({ toFake: ['Date'], now: moment })
  try {
    return work()
  } finally {
    vi.useRealTimers()
  }
}
