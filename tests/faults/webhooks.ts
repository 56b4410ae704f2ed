import { createHmac } from 'node:crypto'
import { signingSecret } from '../conversation/far-side.ts'
import type { Findings } from './findings.ts'
import type { FaultNode } from './node.ts'
import { outOfOrder, pause, type Aftermath, type Observer } from './observer.ts'
import type { FaultScene, HookAddress } from './scene.ts'

/** A provider that is not answered within this tries another node; the node was deaf for it. */
const patienceMs = 2_000
const chats = 16
const retryMs = 50
/** One message of so many is all that a new customer ever writes: no later one tells screens of that conversation. */
const onceEvery = 8

interface Accepted {
  readonly id: string
  readonly node: FaultNode
  readonly at: number
}

/** Delivers one message to a node, and says whether it was accepted. */
export async function deliver(base: string, hook: HookAddress, chat: string, text: string): Promise<boolean> {
  const event = { type: 'message', id: text, chat, from: { id: chat, name: chat }, text, at: new Date().toISOString() }
  const body = JSON.stringify({ events: [event] })
  const signature = createHmac('sha256', signingSecret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hook-signature': signature }
  const request = { method: 'POST', body, headers, signal: AbortSignal.timeout(patienceMs) }
  const response = await fetch(base + hook.path, request).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  return response?.status === 200
}

/**
 * Providers that deliver messages of several chats, each chat one message after the other, and try each until it is
 * accepted: first at the node that the chat belongs to, then at the nodes in turn.
 */
export class Webhooks implements Observer {
  readonly #scene: FaultScene
  readonly #tag: string
  readonly #everyMs: number
  readonly #accepted: Accepted[] = []
  #chats: Promise<void>[] = []
  #stoppedAt = Infinity

  /** @param tag begins the text of every message */
  constructor(scene: FaultScene, tag: string, perSecond: number) {
    this.#scene = scene
    this.#tag = tag
    this.#everyMs = (chats / perSecond) * 1_000
  }

  start(): void {
    this.#chats = Array.from({ length: chats }, (_, index) => this.#chat(index))
  }

  async stop(): Promise<void> {
    this.#stoppedAt = performance.now()
    await Promise.all(this.#chats)
  }

  /** Whether the node has accepted a message since. */
  hasAccepted(node: FaultNode, since: number): boolean {
    return this.#accepted.some((message) => message.node === node && message.at > since)
  }

  async findings({ since }: Aftermath): Promise<Partial<Findings>> {
    const rows = await this.#scene.cluster.owner<{ body: string; ticket: string }[]>`
      select body, ticket_id as ticket
        from core.message
       where not from_me and starts_with(body, ${this.#tag})
       order by position`
    const stored = new Set(rows.map(({ body }) => body))
    return {
      accepted: this.#accepted.length,
      lost: this.#accepted.filter(({ id }) => !stored.has(id)).length,
      doubled: rows.length - stored.size,
      disordered: [...Map.groupBy(rows, ({ ticket }) => ticket).values()].reduce(
        (sum, messages) => sum + outOfOrder(messages.map(({ body }) => Number(body.split('-').at(-1)))),
        0,
      ),
      deafMs: Math.max(0, ...[...since].map(([node, from]) => this.#longestGap(node, from))),
    }
  }

  #longestGap(node: FaultNode, from: number): number {
    const moments = this.#accepted.filter((message) => message.node === node && message.at > from).map(({ at }) => at)
    return Math.max(...[...moments, this.#stoppedAt].map((at, index) => at - (moments[index - 1] ?? from)))
  }

  async #chat(index: number): Promise<void> {
    const { nodes, hooks } = this.#scene
    const hook = hooks[index % hooks.length]!
    for (let count = 0; this.#stoppedAt === Infinity; count++) {
      const began = performance.now()
      const id = `${this.#tag}-${index}-${count}`
      for (let attempt = 0; ; attempt++) {
        const node = nodes[(index + attempt) % nodes.length]!
        if (await deliver(node.base, hook, count % onceEvery === 1 ? `once-${id}` : `chat-${index}`, id)) {
          this.#accepted.push({ id, node, at: performance.now() })
          break
        }
        if (this.#stoppedAt < Infinity) return
        await pause(retryMs)
      }
      await pause(Math.max(0, this.#everyMs - (performance.now() - began)))
    }
  }
}
