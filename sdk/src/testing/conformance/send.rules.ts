import { isSupported, type ChannelErrorKind, type ChannelSpec } from '@recado/contracts'
import { expect } from 'vitest'
import { expectedKinds, providerFaults, type ProviderFault } from './options.ts'
import { leftOut, type Rule } from './rule.ts'
import { plainSample, samplesOf, type Sample } from './samples.ts'
import { channelFailure, endingMs, newKey, patienceMs, send, sentIds, within } from './sending.ts'
import { openOn, retryAfterSeconds, stageOf, type AnyChannel, type AnyOptions, type Opened } from './stage.ts'

/** (f) Every declared kind can be sent, once, and every failure is reported as what it was. */
export function sendRules(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule[] {
  const { provider: script } = options
  if (!script)
    return [
      leftOut(
        options,
        'provider',
        'send',
        'what the capabilities promise can be sent, and every failure says what it was',
      ),
    ]
  const { capabilities } = spec
  const opened = async (): Promise<Opened> => openOn(channel, await stageOf(spec, options))

  const own = (script.messages ?? []).map(({ name, parts }): Sample => ({
    name,
    parts: () => Promise.resolve([...parts]),
  }))
  const rules: Rule[] = [...samplesOf(capabilities), ...own].map((sample) => ({
    id: 'send.parts',
    title: `sends ${sample.name}`,
    run: async () => {
      await using on = await opened()
      await sendsWhole(on, sample)
    },
  }))
  if (
    isSupported(capabilities.templates) &&
    !(script.messages ?? []).some(({ parts }) => parts.some(({ kind }) => kind === 'template'))
  )
    rules.push(leftOut(options, 'templates', 'send.parts', 'sends a template'))
  if (isSupported(capabilities.reply)) {
    rules.push({
      id: 'send.reply',
      title: 'sends a reply',
      run: async () => {
        await using on = await opened()
        const [first] = await sentIds(on)
        await sendsWhole(on, plainSample, first)
      },
    })
  }
  rules.push(
    ...repetitionRules(capabilities.idempotentSend, opened),
    ...providerFaults.map((fault) => faultRule(fault, script, opened)),
  )
  return rules
}

async function sendsWhole(
  on: Opened,
  sample: Sample,
  replyTo?: Awaited<ReturnType<typeof sentIds>>[number],
): Promise<void> {
  const before = on.stage.provider.delivered()
  const result = await send(on, { sample, ...(replyTo !== undefined && { replyTo }) })
  const delivered = on.stage.provider.delivered() - before
  expect(delivered, 'nothing reached the customer').toBeGreaterThan(0)
  if (result.status === 'pending') return
  expect(result.ids, `${delivered} messages of the provider need as many ids`).toHaveLength(delivered)
  expect(new Set(result.ids).size, 'ids are told apart').toBe(delivered)
  for (const id of result.ids) expect(typeof id === 'string' && id !== '', 'an id is a text').toBe(true)
  expect(Number.isNaN(result.at.getTime()), 'a message has a time').toBe(false)
  if (result.poll !== undefined) expect(result.poll, 'the id of a poll is a text').toMatch(/^.{1,500}$/s)
}

function repetitionRules(mode: 'native' | 'echo-match' | 'none', opened: () => Promise<Opened>): Rule[] {
  const lost = async (on: Opened, key = newKey()) => {
    on.stage.fail('lostAnswer')
    const failure = await send(on, { key, signal: AbortSignal.timeout(endingMs) }).then(
      () => undefined,
      (error: unknown) => error,
    )
    on.stage.fail(undefined)
    return { key, failure }
  }
  switch (mode) {
    case 'native':
      return [
        {
          id: 'send.twice',
          title: 'native: the same key twice sends once, and answers the same ids',
          run: async () => {
            await using on = await opened()
            const key = newKey()
            const before = on.stage.provider.delivered()
            const first = await sentIds(on, { key })
            expect(await sentIds(on, { key, attempt: 2 })).toEqual(first)
            expect(on.stage.provider.delivered() - before, 'messages that the customer got').toBe(
              Math.max(1, first.length),
            )
          },
        },
        {
          id: 'send.lost',
          title: 'native: an attempt whose answer was lost is repeated without a second message',
          run: async () => {
            await using on = await opened()
            const before = on.stage.provider.delivered()
            const { key } = await lost(on)
            await send(on, { key, attempt: 2 })
            expect(on.stage.provider.delivered() - before, 'messages that the customer got').toBe(1)
          },
        },
      ]
    case 'echo-match':
      return [
        {
          id: 'send.lookup',
          title: 'echo-match: lookup finds an attempt whose answer was lost, and none that never was',
          run: async () => {
            await using on = await opened()
            const { signal } = new AbortController()
            expect(await on.session.lookup!(newKey(), signal)).toBeUndefined()
            const { key } = await lost(on)
            expect(await on.session.lookup!(key, signal)).toMatchObject({
              status: expect.stringMatching(/^(sent|pending)$/),
            })
          },
        },
      ]
    case 'none':
      return [
        {
          id: 'send.lost',
          title:
            'none: the adapter itself does not repeat an attempt whose answer was lost, and says that it is not ' +
            'certain',
          run: async () => {
            await using on = await opened()
            const before = on.stage.provider.delivered()
            const { failure } = await lost(on)
            expect(on.stage.provider.delivered() - before, 'messages that the customer got').toBe(1)
            expect(failure).toMatchObject({ certain: false })
          },
        },
      ]
  }
}

const words: Readonly<Record<ProviderFault, string>> = {
  401: 'refused credentials (401)',
  403: 'a forbidden recipient (403)',
  404: 'an unknown recipient (404)',
  413: 'a message that is too large (413)',
  429: 'too many requests (429)',
  500: 'a broken provider (500)',
  timeout: 'silence',
  reset: 'a cut line',
}
const uncertain: ReadonlySet<ProviderFault> = new Set(['500', 'timeout', 'reset'])

function faultRule(
  fault: ProviderFault,
  { expects = {}, certain = [] }: NonNullable<AnyOptions['provider']>,
  opened: () => Promise<Opened>,
): Rule {
  const kinds = ([] as ChannelErrorKind[]).concat(expects[fault] ?? expectedKinds[fault])
  const isCertain = !uncertain.has(fault) || certain.includes(fault)
  return {
    id: `send.${fault}`,
    title: `${words[fault]} is ${kinds.join(' or ')}, ${isCertain ? 'and nothing was sent' : 'and may have been sent'}`,
    run: async () => {
      await using on = await opened()
      on.stage.fail(fault)
      const attempt = send(on, fault === 'timeout' ? { signal: AbortSignal.timeout(patienceMs) } : {})
      const error = await within(channelFailure(attempt), 'giving up', endingMs + patienceMs)
      on.stage.fail(undefined)
      expect(kinds, `the kind is ${error.kind} (${error.code}: ${error.message})`).toContain(error.kind)
      expect({ certain: error.certain }).toEqual({ certain: isCertain })
      if (fault === '429')
        expect({ retryAfterMs: error.retryAfterMs }).toEqual({ retryAfterMs: retryAfterSeconds * 1_000 })
    },
  }
}
