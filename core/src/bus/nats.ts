import { setTimeout as delay } from 'node:timers/promises'
import { DeliverPolicy, jetstream, jetstreamManager, type ConsumerMessages } from '@nats-io/jetstream'
import {
  connect,
  wsconnect,
  type ConnectionOptions,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node'
import type { Logger } from '@recado/contracts'
import type { NetworkStanding } from './bus.ts'
import { Carrier, type CarrierWorld } from './carrier.ts'
import { meansNoJetStream, noJetStream, shortcomingOf } from './nats-shortcoming.ts'
import { decode, ensureStream, streamName } from './stream.ts'
import type { Signal, Transport, TransportNode } from './transport.ts'

export interface NatsOptions extends CarrierWorld {
  readonly url: string
}

/** A half-open connection is noticed after two of these. */
const pingMs = 1_000
const connectTimeoutMs = 1_500
const retryMs = 250
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Several servers are separated by commas; user and password, or a token in the place of the user, may be in the first.
 */
export function natsConnectionOptions(url: string): ConnectionOptions {
  const servers = url.split(',').map((server) => server.trim())
  const { username, password, protocol } = new URL(servers[0]!)
  const bare = servers.map((server) => server.replace(/\/\/[^@/]*@/, '//'))
  return {
    servers: bare,
    name: 'recado',
    noEcho: true,
    pingInterval: pingMs,
    maxPingOut: 2,
    timeout: connectTimeoutMs,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    reconnectJitter: 100,
    ...(password
      ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
      : username
        ? { token: decodeURIComponent(username) }
        : {}),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  }
}

/**
 * Between nodes: events by a JetStream stream, words and ephemeral messages by NATS core. Starts without waiting for
 * the server; until it is there, and whenever it is away, nodes find events by looking at the log.
 */
export function natsTransport(options: NatsOptions): Transport {
  const { url, log } = options
  const wanted = new Map<
    string,
    { received: (topic: string, wire: string) => void; subscription: Subscription | undefined }
  >()
  let connection: NatsConnection | undefined
  let closed = false
  let node: TransportNode
  let leading = false
  let carrier: Carrier | undefined
  let messages: ConsumerMessages | undefined
  let started: Promise<void> = Promise.resolve()
  /** Down since the start, until there is a connection, and whenever it is away. */
  let standing: NetworkStanding = { state: 'down', since: new Date() }

  const restartReceiving = (): void => void messages?.close()

  function stands(state: 'up' | 'down'): void {
    if (standing.state !== state) standing = { state, since: new Date() }
  }

  async function open(): Promise<void> {
    const opened = await dial(url, log, () => closed)
    if (!opened) return
    connection = opened
    stands('up')
    log.info({ server: opened.getServer() }, 'connected to NATS')
    const shortcoming = shortcomingOf(opened.info?.version)
    if (shortcoming !== undefined) log.error({ server: opened.getServer() }, shortcoming)
    opened.subscribe('bus.*', {
      callback: (_error, message) => {
        const word = message.subject.slice('bus.'.length)
        if (word === 'stream') restartReceiving()
        else if (word === 'poke' || word === 'revived' || word === 'look') node.signalled(word)
      },
    })
    for (const topic of wanted.keys()) subscribe(topic)
    node.interrupted()
    void watch(opened)
    void receive(opened)
    if (leading) carry()
  }

  function subscribe(topic: string): void {
    const interest = wanted.get(topic)
    if (!interest || !connection) return
    interest.subscription = connection.subscribe(`rt.${topic}`, {
      callback: (error, message) => {
        if (!error) interest.received(message.subject.slice('rt.'.length), decoder.decode(message.data))
      },
    })
  }

  async function watch(opened: NatsConnection): Promise<void> {
    for await (const status of opened.status()) {
      if (status.type === 'disconnect') {
        stands('down')
        log.warn({}, 'NATS is away; events go on by way of the database')
        node.disconnected()
      }
      if (status.type === 'slowConsumer') node.interrupted()
      if (status.type !== 'reconnect') continue
      stands('up')
      log.info({ server: opened.getServer() }, 'NATS is back')
      node.interrupted()
      restartReceiving()
      carrier?.recheck()
    }
  }

  /** Receives new events alone: the log in Postgres has the rest. */
  async function receive(opened: NatsConnection): Promise<void> {
    let missed = false
    while (!closed) {
      try {
        await ensureStream(opened)
        const consumer = await jetstream(opened).consumers.get(streamName, { deliver_policy: DeliverPolicy.New })
        messages = await consumer.consume({ max_messages: 500, abort_on_missing_resource: true })
        // Earlier messages do not arrive on this subscription.
        node.signalled('look')
        for await (const message of messages) {
          const item = decode(options.logId, message)
          if (item) node.received([item])
        }
      } catch (error) {
        const isMissing = meansNoJetStream(error)
        if (isMissing && !missed) log.error({ server: opened.getServer() }, noJetStream)
        missed = isMissing
        if (!closed && !opened.isClosed()) log.debug({ err: error }, 'receiving from NATS was interrupted')
      }
      if (!closed) await delay(retryMs)
    }
  }

  function carry(): void {
    if (!connection || carrier) return
    carrier = new Carrier(connection, options, {
      rebuilt() {
        restartReceiving()
        connection?.publish('bus.stream')
      },
      notCarried: () => send('bus.look'),
    })
    carrier.start()
  }

  const send = (subject: string, wire?: string): void => {
    if (!connection || connection.isClosed()) return
    connection.publish(subject, wire === undefined ? undefined : encoder.encode(wire))
  }

  return {
    start(of) {
      node = of
      started = open().catch((error: unknown) =>
        log.error({ err: error }, 'NATS cannot be used; events go by way of the database'),
      )
    },
    lead() {
      leading = true
      carry()
      return {
        async stop() {
          leading = false
          const carrying = carrier
          carrier = undefined
          await carrying?.stop()
        },
      }
    },
    signal: (signal: Signal) => send(`bus.${signal}`),
    emit: (topic, wire) => send(`rt.${topic}`, wire),
    listen(topic, received) {
      wanted.set(topic, { received, subscription: undefined })
      subscribe(topic)
      return () => {
        wanted.get(topic)?.subscription?.unsubscribe()
        wanted.delete(topic)
      }
    },
    async purge(tenantId, names) {
      if (!connection || names.length === 0) return
      const manager = await jetstreamManager(connection)
      for (const name of names) await manager.streams.purge(streamName, { filter: `t.${tenantId}.${name}` })
    },
    isCut: () => standing.state === 'down' && !closed,
    standing: () => standing,
    async close() {
      closed = true
      await messages?.close()
      await connection?.close()
      await started
    },
  }
}

/** Tries until it succeeds or nobody wants it any more. */
async function dial(url: string, log: Logger, unwanted: () => boolean): Promise<NatsConnection | undefined> {
  const settings = natsConnectionOptions(url)
  const dialling = /^wss?:/.test(url) ? wsconnect : connect
  for (let attempts = 0; !unwanted(); attempts++) {
    try {
      const connection = await dialling(settings)
      if (!unwanted()) return connection
      await connection.close()
    } catch (error) {
      if (attempts === 0) log.warn({ err: error }, 'NATS does not answer yet; events go by way of the database')
      await delay(retryMs)
    }
  }
  return undefined
}
