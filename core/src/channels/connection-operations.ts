import { randomUUID } from 'node:crypto'
import {
  ChannelError,
  channelOperations,
  Refusal,
  type ChannelErrorShape,
  type ChannelOperation,
  type ChannelSession,
  type Logger,
  type OperationInput,
  type OperationOutput,
} from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import { channelErrorOf } from './delivery-outcome.ts'

interface OperationsDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly channels: Pick<ChannelCatalogue, 'find'>
  readonly session: (connectionId: string) => ChannelSession | undefined
  /** Name of this node, which holds connections. */
  readonly node: string
  readonly log: Logger
}

/** An operation on its way to the node that holds the session. */
interface Asked {
  readonly request: string
  readonly node: string
  readonly connectionId: string
  readonly operation: ChannelOperation
  readonly input: unknown
  readonly key: string | undefined
}
type Answer = { readonly output: unknown } | { readonly error: ChannelErrorShape }

const askedTopic = 'channels.operate'
const answeredTopic = 'channels.operated'
/** Time limit of the session. */
const limitMs = 25_000
/** The node that asks waits a little longer for the answer to arrive. */
const answerMs = limitMs + 3_000
/** An operation with the same key answers again for so long what it answered first. */
const rememberedMs = 10 * 60_000
const mostRemembered = 1_000

const notConnected = (): ChannelError =>
  new ChannelError({ kind: 'network', code: 'NOT_CONNECTED', message: 'the channel is not connected', certain: true })

/**
 * Does at a provider what a channel offers beside conversations, through the session of a connection, on whichever node
 * that is. Nothing is stored or repeated: who asks waits for the answer.
 */
export class ConnectionOperations {
  readonly #deps: OperationsDeps
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  readonly #remembered = new Map<string, { readonly answer: Promise<Answer>; readonly until: number }>()
  readonly #stopListening: readonly (() => void)[]

  constructor(deps: OperationsDeps) {
    this.#deps = deps
    this.#stopListening = [
      deps.bus.on(askedTopic, (data) => void this.#answer(data as Asked)),
      deps.bus.on(answeredTopic, (data) => {
        const { request, answer } = data as { request: string; answer: Answer }
        this.#waiting.get(request)?.(answer)
      }),
    ]
  }

  /**
   * @throws Refusal ERR_NO_WAPP_FOUND, ERR_CONNECTION_INACTIVE, ERR_CHANNEL_UNSUPPORTED for a channel that does not
   * offer it @throws ChannelError of the session; `network` `NOT_CONNECTED`, certain, where none is open
   */
  async run<O extends ChannelOperation>(
    tenantId: string,
    connectionId: string,
    operation: O,
    input: OperationInput<O>,
    key?: string,
  ): Promise<OperationOutput<O>> {
    const [[connection]] = await this.#deps.db.read(tenantId, (sql) => [
      sql<{ type: string; is_active: boolean; leased_by: string | null }>`
        select type, is_active, leased_by from core.connection
         where tenant_id = ${tenantId} and id = ${connectionId} and deleted_at is null`,
    ])
    if (!connection) throw new Refusal('ERR_NO_WAPP_FOUND')
    if (!connection.is_active) throw new Refusal('ERR_CONNECTION_INACTIVE')
    if (!this.#deps.channels.find(connection.type)?.spec.capabilities.operations.includes(operation))
      throw new Refusal('ERR_CHANNEL_UNSUPPORTED')
    const asked: Asked = {
      request: randomUUID(),
      node: connection.leased_by ?? '',
      connectionId,
      operation,
      input: channelOperations[operation].input.parse(input),
      key,
    }
    const answer = await (asked.node === '' || asked.node === this.#deps.node ? this.#perform(asked) : this.#ask(asked))
    if ('error' in answer) throw new ChannelError(answer.error)
    return answer.output as OperationOutput<O>
  }

  close(): void {
    for (const stop of this.#stopListening) stop()
  }

  async #ask(asked: Asked): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const timer = setTimeout(
      () =>
        resolve({
          error: { kind: 'network', code: 'ETIMEDOUT', message: 'the node of the session is silent', certain: false },
        }),
      answerMs,
    )
    this.#waiting.set(asked.request, resolve)
    this.#deps.bus.emit(askedTopic, asked)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(asked.request)
    }
  }

  async #answer(asked: Asked): Promise<void> {
    if (asked.node !== this.#deps.node) return
    this.#deps.bus.emit(answeredTopic, { request: asked.request, answer: await this.#perform(asked) })
  }

  /** What a key was answered is answered again, unless it certainly had no effect. */
  #perform(asked: Asked): Promise<Answer> {
    if (asked.key === undefined) return this.#act(asked)
    const name = `${asked.connectionId} ${asked.operation} ${asked.key}`
    const now = performance.now()
    for (const [known, { until }] of this.#remembered) {
      if (until > now && this.#remembered.size <= mostRemembered) break
      this.#remembered.delete(known)
    }
    const earlier = this.#remembered.get(name)
    if (earlier) return earlier.answer
    const answer = this.#act(asked)
    this.#remembered.set(name, { answer, until: now + rememberedMs })
    void answer.then((given) => {
      if ('error' in given && given.error.certain) this.#remembered.delete(name)
    })
    return answer
  }

  async #act({ connectionId, operation, input }: Asked): Promise<Answer> {
    try {
      const session = this.#deps.session(connectionId)
      const act = session?.operations?.[operation] as
        | ((input: unknown, signal: AbortSignal) => Promise<unknown>)
        | undefined
      const needsLine = !('evenClosed' in channelOperations[operation])
      if (!session || !act || (needsLine && session.isOpen?.() === false)) throw notConnected()
      const output = await act(input, AbortSignal.timeout(limitMs))
      return { output: channelOperations[operation].output.parse(output) }
    } catch (error) {
      const { kind, code, message, certain, retryAfterMs } = channelErrorOf(error)
      this.#deps.log.info({ connection: connectionId, operation, code }, 'an operation of a channel failed')
      return { error: { kind, code, message, certain, ...(retryAfterMs !== undefined && { retryAfterMs }) } }
    }
  }
}
