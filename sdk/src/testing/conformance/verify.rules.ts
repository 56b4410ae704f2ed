import type { ChannelSpec } from '@recado/contracts'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { GenuineRequest, RecordedRequest } from './options.ts'
import { bytesOf, verifyContext, webhookRequest } from './request.ts'
import { leftOut, type Rule } from './rule.ts'
import type { AnyChannel, AnyOptions } from './stage.ts'

/** (b) Only what the provider has sent is let in, and nothing that is answered helps to forge. */
export function verifyRules(_: ChannelSpec, { webhook }: AnyChannel, options: AnyOptions): Rule[] {
  if (!webhook) return []
  const { secrets = {}, genuine = [], signatureHeader, signatureIsToken = false } = options
  const verdict = (request: RecordedRequest, held = secrets) =>
    webhook.verify(webhookRequest(request), verifyContext(options, held, request))
  if (genuine.length === 0)
    return [leftOut(options, 'genuine', 'verify.genuine', 'what the provider sends is verified')]

  const rules: Rule[] = genuine.map(({ name, request }) => ({
    id: 'verify.genuine',
    title: `verifies: ${name}`,
    run: async () => {
      expect(await verdict(request)).toBe('ok')
    },
  }))
  if (signatureHeader === undefined)
    return [...rules, leftOut(options, 'signature', 'verify.forged', 'refuses what is not genuine')]

  for (const { name, request } of genuine) {
    rules.push({
      id: 'verify.forged',
      title: `refuses what is not genuine: ${name}`,
      run: async () => {
        for (const [how, forgery] of Object.entries(forgeriesOf(request, signatureHeader, signatureIsToken)))
          expect(await verdict(forgery), how).toBe('bad')
        expect(await verdict(request, {}), 'without a stored secret').toBe('bad')
        expect(
          await verdict(request, Object.fromEntries(Object.keys(secrets).map((each) => [each, '']))),
          'with empty secrets',
        ).toBe('bad')
      },
    })
  }
  rules.push(
    {
      id: 'verify.total',
      title: 'no signature whatever makes verify throw or agree',
      run: () =>
        fc.assert(
          fc.asyncProperty(
            fc.constantFrom(...genuine),
            fc.string({ unit: 'grapheme-ascii', maxLength: 120 }),
            async ({ request }, signature) => {
              fc.pre(signature.trim() !== new Headers(request.headers).get(signatureHeader))
              expect(await verdict({ ...request, headers: { ...request.headers, [signatureHeader]: signature } })).toBe(
                'bad',
              )
            },
          ),
          { numRuns: 50 },
        ),
    },
    {
      id: 'verify.answer',
      title: 'no answer contains a secret or the signature that would have been right',
      run: async () => {
        for (const { request } of genuine) await answersKeepQuiet(request)
      },
    },
  )
  return rules

  async function answersKeepQuiet(request: GenuineRequest['request']): Promise<void> {
    const signature = new Headers(request.headers).get(signatureHeader!)!
    const forged = { ...request, headers: without(request, signatureHeader!) }
    const { respond } = webhook!.parse(webhookRequest(forged), options.config)
    const shaken = await webhook!.handshake?.(
      webhookRequest({ ...forged, method: 'GET', body: '' }),
      verifyContext(options, secrets, request),
    )
    const told = [
      respond?.body,
      ...Object.values(respond?.headers ?? {}),
      shaken && (await shaken.text()),
      ...(shaken?.headers.values() ?? []),
    ]
      .filter((text) => text !== undefined)
      .join('\n')
    for (const kept of [signature, ...Object.values(secrets)])
      expect(told.includes(kept), 'the answer gives away what proves a request').toBe(false)
  }
}

const without = ({ headers = {} }: RecordedRequest, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each.toLowerCase() !== name.toLowerCase()))

function forgeriesOf(
  request: RecordedRequest,
  signatureHeader: string,
  isToken: boolean,
): Record<string, RecordedRequest> {
  const signature = new Headers(request.headers).get(signatureHeader)
  if (signature === null) throw new Error(`the recorded request has no header ${signatureHeader}`)
  const headers = without(request, signatureHeader)
  const signed = (value: string): RecordedRequest => ({ ...request, headers: { ...headers, [signatureHeader]: value } })
  const body = bytesOf(request.body)
  const again = reencoded(body)
  return {
    'without signature': { ...request, headers },
    'with an empty signature': signed(''),
    'with a shortened signature': signed(signature.slice(0, -1)),
    'with another signature': signed(signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0')),
    'with half a signature': signed(signature.slice(0, signature.length >> 1)),
    ...(!isToken && { 'with a byte more': { ...request, body: new Uint8Array([...body, 0x20]) } }),
    ...(!isToken && body.length > 0 && { 'with a byte less': { ...request, body: body.slice(0, -1) } }),
    ...(!isToken && again !== undefined && { 'with the same JSON written differently': { ...request, body: again } }),
  }
}

/**
 * The same JSON with other spaces: an adapter that verifies the parsed body instead of the raw one does not detect it.
 */
function reencoded(body: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder().decode(body)
    const again = JSON.stringify(JSON.parse(text), undefined, 2)
    return again === text ? undefined : again
  } catch {
    return undefined
  }
}
