import type { ChannelImplementation, ChannelSession, ChannelSpec } from '@recado/contracts'
import { enteredHosts } from '../connection/entered-hosts.ts'
import { testConnection, type TestConnection } from '../connection/test-connection.ts'
import { serveSimulator, type SimulatorAnswer, type SimulatorRequest } from '../simulator/serve.ts'
import { outside } from './open-handles.ts'
import type { ConformanceOptions, ProviderFault, ProviderOptions, ScriptedProvider } from './options.ts'

export type AnyConfig = Record<string, unknown>
export type AnyOptions = ConformanceOptions<AnyConfig>
export type AnyChannel = ChannelImplementation<ChannelSpec>

/**
 * `lostAnswer`: the provider acts and its answer is lost. `echo`: an error page that repeats the request, headers and
 * all.
 */
export type StageFault = ProviderFault | 'lostAnswer' | 'echo'

/** Seconds to wait in the provider's answer in the rule for 429. */
export const retryAfterSeconds = 7

/** One stand-in served over HTTP, one connection that reaches nothing else, and a switch for faults in between. */
export interface Stage extends AsyncDisposable {
  readonly provider: ScriptedProvider<AnyConfig>
  readonly connection: TestConnection<AnyConfig>
  /** Requests that have not been answered yet. */
  readonly underWay: () => number
  /** Fault of requests from now on: of all, or of those that send. Undefined: none. */
  fail(fault: StageFault | undefined, which?: 'all' | 'sends'): void
  /** The same connection and provider after a restart. */
  restarted(): Stage
}

/** Sets the stage for one test. */
export async function stageOf(spec: ChannelSpec, options: AnyOptions): Promise<Stage> {
  const script = options.provider!
  const provider = await script.start()
  let failing: { fault: StageFault; which: 'all' | 'sends' } | undefined
  let underWay = 0
  const server = await serveSimulator(async (arrived) => {
    underWay++
    try {
      const host = arrived.headers.get('x-forwarded-host')
      const request =
        host === null
          ? arrived
          : { ...arrived, url: new URL(arrived.url.pathname + arrived.url.search, `https://${host}`) }
      const fault =
        failing && (failing.which === 'all' || (script.isSend?.(request) ?? true)) ? failing.fault : undefined
      return await answerOf(fault, request, provider, script)
    } finally {
      underWay--
    }
  })
  const connection = testConnection<AnyConfig>({
    spec,
    config: { ...options.config, ...provider.config },
    secrets: { ...options.secrets, ...provider.secrets },
    outside,
    ...(script.callbackUrl !== undefined && { callbackUrl: script.callbackUrl }),
    hosts: Object.fromEntries(
      [...script.hosts, ...enteredHosts(spec.egressFrom, { ...options.config, ...provider.config })].map((host) => [
        host,
        server.url,
      ]),
    ),
  })
  const set = (on: TestConnection<AnyConfig>): Stage => ({
    provider,
    connection: on,
    underWay: () => underWay,
    fail: (fault, which = 'sends') => {
      failing = fault && { fault, which }
    },
    restarted: () => set(on.restarted()),
    async [Symbol.asyncDispose]() {
      on.stop()
      await provider.close?.()
      await server.close()
    },
  })
  return set(connection)
}

async function answerOf(
  fault: StageFault | undefined,
  request: SimulatorRequest,
  provider: ScriptedProvider<AnyConfig>,
  { refusal = plainRefusal }: ProviderOptions<AnyConfig>,
): Promise<SimulatorAnswer> {
  switch (fault) {
    case undefined:
      return provider.answer(request)
    case 'reset':
      return 'hangUp'
    case 'lostAnswer':
      await provider.answer(request)
      return 'hangUp'
    case 'timeout':
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve, { once: true }))
      return 'hangUp'
    case 'echo':
      return {
        status: 502,
        headers: { 'content-type': 'text/html' },
        body:
          `<h1>Bad gateway</h1><pre>${request.method} ${request.url.href}\n` +
          `${[...request.headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n` +
          `${new TextDecoder().decode(request.body)}</pre>`,
      }
    default:
      return refusal(Number(fault), fault === '429' ? retryAfterSeconds : undefined)
  }
}

const plainRefusal: NonNullable<ProviderOptions['refusal']> = (status, wait) => ({
  status,
  headers: wait === undefined ? {} : { 'retry-after': String(wait) },
  body: { message: `refused with ${status}` },
})

/** A session, and what has to end with it. */
export interface Opened extends AsyncDisposable {
  readonly session: ChannelSession
  readonly stage: Stage
}

/** Opens the channel on a stage; without one given, on a new one that ends with the session. */
export async function openOn(channel: AnyChannel, stage: Stage): Promise<Opened> {
  const session = await channel.open(stage.connection.ctx)
  return {
    session,
    stage,
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]()
      await stage[Symbol.asyncDispose]()
    },
  }
}

/** A session for rules that need nothing but one: on a stage where there is a provider, else as the author opens it. */
export async function openedFor(
  spec: ChannelSpec,
  channel: AnyChannel,
  options: AnyOptions,
): Promise<Pick<Opened, 'session'> & AsyncDisposable> {
  if (options.provider) {
    const stage = await stageOf(spec, options)
    return openOn(channel, stage).catch(async (error: unknown) => {
      await stage[Symbol.asyncDispose]()
      throw error
    })
  }
  const session = await options.session!()
  return { session, [Symbol.asyncDispose]: () => session[Symbol.asyncDispose]() }
}
