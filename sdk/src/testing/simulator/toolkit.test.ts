import { afterEach, describe, expect, test } from 'vitest'
import {
  HeldQueue,
  ProviderSimulator,
  serveSimulator,
  WebhookDeliverer,
  WebhookQueue,
  withFault,
  type RunningSimulator,
  type ScriptedFault,
  type SimulatorAnswer,
  type SimulatorRequest,
} from './index.ts'

class Post extends ProviderSimulator {
  letters = 0
  protected readonly page = new URL('data:text/html,page')
  protected answer(request: SimulatorRequest): Promise<SimulatorAnswer> {
    return withFault(
      this.faults.take(request.url.pathname),
      () => ({ body: { letter: ++this.letters, at: this.clock.seconds() } }),
      ({ status, retryAfter }) => ({ status, headers: { 'retry-after': String(retryAfter) } }),
    )
  }
  protected play({ url }: SimulatorRequest): SimulatorAnswer {
    return { body: { played: url.pathname } }
  }
}

const running: RunningSimulator[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()))
})

describe('a simulated provider', () => {
  test('answers, is played, and fails as it was planned', async () => {
    await using post = await new Post().listen()
    const ask = (path = '/send') => fetch(post.url + path)
    expect(await (await ask('/play/say')).json()).toEqual({ played: '/play/say' })
    const faults: ScriptedFault[] = [
      { status: 429, retryAfter: 3 },
      'dropBefore',
      'dropAfter',
      'truncated',
      { delayMs: 20 },
    ]
    post.faults.plan('/send', ...faults)
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after'), post.letters]).toEqual([429, '3', 0])
    await expect(ask()).rejects.toThrow()
    expect(post.letters).toBe(0)
    await expect(ask()).rejects.toThrow()
    expect(post.letters).toBe(1)
    const half = await ask()
    expect(half.status).toBe(200)
    await expect(half.json()).rejects.toThrow()
    expect(await (await ask()).json()).toMatchObject({ letter: 3 })
  })

  test('has a clock that can be moved', async () => {
    await using post = await new Post().listen()
    const before = (await (await fetch(`${post.url}/send`)).json()) as { at: number }
    post.clock.advance(86_400_000)
    expect(((await (await fetch(`${post.url}/send`)).json()) as { at: number }).at - before.at).toBeGreaterThanOrEqual(
      86_400,
    )
  })
})

describe('what is delivered to a webhook', () => {
  async function webhook(...statuses: number[]) {
    const taken: string[] = []
    const server = await serveSimulator(async (request) => {
      taken.push(new TextDecoder().decode(request.body))
      return { status: statuses.shift() ?? 200, body: 'noted' }
    })
    running.push(server)
    return { url: server.url, taken }
  }
  const policy = { tries: 3, firstPauseMs: 1 }

  test('comes again until it is taken, and not for ever', async () => {
    const { url, taken } = await webhook(500, 503, 200, 500, 500, 500, 500)
    const outcomes: number[] = []
    const deliverer = new WebhookDeliverer({ policy, onOutcome: ({ status }) => outcomes.push(status) })
    await deliverer.insist({ url, body: 'a', headers: {} })
    expect(outcomes).toEqual([500, 503, 200])
    await deliverer.insist({ url, body: 'b', headers: {} })
    expect(taken).toEqual(['a', 'a', 'a', 'b', 'b', 'b'])
    await new WebhookDeliverer({
      policy,
      reach: () => 'http://127.0.0.1:1',
      onOutcome: ({ status }) => outcomes.push(status),
    }).insist({ url, body: 'c', headers: {} })
    expect(outcomes.slice(-3)).toEqual([0, 0, 0])
  })

  test('comes twice where the provider repeats itself, and goes where the webhook has moved', async () => {
    const { url, taken } = await webhook()
    const deliverer = new WebhookDeliverer({ policy })
    deliverer.copies = 2
    await deliverer.insist({ url, body: 'a', headers: {} })
    expect(taken).toEqual(['a', 'a'])
    let asked = 0
    await new WebhookDeliverer({ policy }).insist(() =>
      asked++ === 0 ? { url: 'http://127.0.0.1:1', body: 'b', headers: {} } : { url, body: 'b', headers: {} },
    )
    expect(taken).toEqual(['a', 'a', 'b'])
  })

  test('is batched, held up and turned round', async () => {
    const { url, taken } = await webhook()
    const queue = new WebhookQueue<string>(new WebhookDeliverer({ policy }), (events) => ({
      url,
      body: events.join(),
      headers: {},
    }))
    queue.push('a', 'b')
    await queue.settled()
    queue.hold()
    queue.push('c', 'd')
    await queue.settled()
    expect(taken).toEqual(['a', 'b'])
    queue.batch = 2
    queue.push('e')
    queue.release('reversed')
    await queue.settled()
    expect(taken).toEqual(['a', 'b', 'e,d', 'c'])
  })

  test('waits in the order in which it came', () => {
    const queue = new HeldQueue<number>()
    queue.push(1, 2, 3)
    expect([queue.next(2), queue.length]).toEqual([[1, 2], 3])
    queue.forget((item) => item === 1)
    expect(queue.next(9)).toEqual([2, 3])
  })
})
