import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionContext, StateStore } from '@recado/sdk'
import type { BinaryNode, WASocket } from 'baileys'
import type { WhatsappConfig } from '../channel/config.ts'
import { answerTopic, confirmTopic, shownKey, type ShownPasskey } from '../passkey/shown.ts'
import { PasskeyCeremony, type PasskeyStep } from './passkey.ts'
import { readAnswer } from './passkey-answer.ts'

interface DeskDeps {
  readonly ctx: ConnectionContext<WhatsappConfig>
  readonly socket: WASocket
  acknowledge(stanza: BinaryNode): Promise<void>
  save(): Promise<void>
  onAsked(): void
}

/** Brings together WhatsApp, which asks for a passkey, and the person who has it. */
export class PasskeyDesk {
  readonly #deps: DeskDeps
  readonly #ceremony: PasskeyCeremony
  readonly #stop = new AbortController()
  readonly #leave: readonly (() => void)[]
  #shown = 0
  /** What is shown is kept in the order in which it was said. */
  #order: Promise<unknown> = Promise.resolve()

  constructor(deps: DeskDeps) {
    this.#deps = deps
    const { ctx, socket } = deps
    this.#ceremony = new PasskeyCeremony(
      socket,
      (step) => void this.#show(step),
      () => deps.save(),
    )
    const on = (type: string, take: (stanza: BinaryNode) => Promise<void>): void => {
      socket.ws.on(`CB:notification,type:${type}`, (stanza: BinaryNode) => {
        if (stanza.attrs['from'] !== 's.whatsapp.net') return
        this.#try(async () => {
          await deps.acknowledge(stanza)
          await take(stanza)
        })
      })
    }
    on('passkey_prologue_request', async (stanza) => {
      deps.onAsked()
      await this.#ceremony.asked(stanza)
    })
    on('crsc_continuation', (stanza) => this.#ceremony.continued(stanza))
    this.#leave = [
      ctx.topics.subscribe(answerTopic, (data) => {
        const answer = readAnswer(String(data))
        if (answer) this.#try(() => this.#ceremony.answer(answer))
      }),
      ctx.topics.subscribe(confirmTopic, () => this.#try(() => this.#ceremony.confirm())),
    ]
  }

  close(): void {
    this.#stop.abort()
    for (const leave of this.#leave) leave()
    this.#keep((state) => state.delete(shownKey))
  }

  #keep(change: (state: StateStore) => Promise<unknown>): void {
    const { ctx } = this.#deps
    this.#order = this.#order
      .then(() => change(ctx.state))
      .catch((error: unknown) => ctx.log.warn({ err: error, connection: ctx.connection }, 'a step could not be kept'))
  }

  #try(act: () => Promise<void>): void {
    act().catch((error: unknown) => {
      const { ctx, socket } = this.#deps
      ctx.log.warn({ err: error, connection: ctx.connection }, 'the linking by passkey has failed')
      void socket.end(Object.assign(new Error('the linking by passkey has failed'), { output: { statusCode: 408 } }))
    })
  }

  async #show(step: PasskeyStep): Promise<void> {
    const shown = ++this.#shown
    const { ctx, socket } = this.#deps
    const { until } = step
    const leftMs = Math.max(1, until.getTime() - Date.now())
    this.#keep((state) =>
      state.set(shownKey, { ...step, until: until.toISOString() } satisfies ShownPasskey, { ttlMs: leftMs }),
    )
    ctx.setState({ state: 'needsAction', reason: 'passkey', code: codes[step.step], until })
    await pause(leftMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined)
    // Neither the person nor WhatsApp has gone on, and nothing tells when it does not: a new start helps.
    if (!this.#stop.signal.aborted && shown === this.#shown)
      void socket.end(Object.assign(new Error('the linking by passkey has not gone on'), { output: timedOut }))
  }
}

const codes = { sign: 'PASSKEY', compare: 'PASSKEY_COMPARE', sent: 'PASSKEY_SENT' } as const
const timedOut = { statusCode: 408 }
