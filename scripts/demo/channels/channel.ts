import type { Connection } from '../../../core/contracts/src/index.ts'
import type { ApiClient } from '../api-client.ts'
import { until } from '../until.ts'

/** What a channel of the demo is called in the product, and which queue its conversations go to. */
export interface ChannelFacts {
  readonly name: string
  readonly queueId: string
}

/** A customer of the demo, on one channel. */
export interface Customer {
  /** What the product calls somebody whose name the channel does not tell. */
  readonly shownAs?: string
  write(text: string): unknown
  /** Sends a picture with a caption, where the channel takes pictures. */
  show?(picture: Uint8Array<ArrayBuffer>, mime: string, caption: string): unknown
  /** How many messages of the company have arrived so far. */
  answers(): number | Promise<number>
}

/** A channel of the demo: a simulated provider, connected to the product as an administrator connects the real one. */
export interface DemoChannel {
  customer(name: string): Customer | Promise<Customer>
  close(): Promise<void>
}

/** Makes a channel in the product, as its administrator. */
export async function createChannel(
  admin: ApiClient,
  { name, queueId }: ChannelFacts,
  type: string,
  config: object,
): Promise<Connection> {
  return admin.call<Connection>('POST', '/whatsapp', { name, type, queueId, config })
}

/** Waits until a channel fits, by its administrator's view. */
export const untilChannel = (
  admin: ApiClient,
  id: string,
  fits: (connection: Connection) => boolean,
): Promise<Connection> =>
  until(
    () => admin.call<Connection>('GET', `/whatsapp/${id}`),
    fits,
    ({ name, status }) => `The channel ${name} was not connected: ${status}.`,
  )

export const isConnected = ({ status }: Connection): boolean => status === 'connected'
