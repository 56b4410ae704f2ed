import type { Socket } from 'socket.io'
import { stallBytes, stallMs } from './limits.ts'

type AnySocket = Pick<Socket, 'conn'>
/** Unsent data, in the fields of engine.io and the WebSocket below it. */
interface Outgoing {
  readonly writeBuffer: readonly {
    readonly data?: unknown
    readonly options?: { readonly wsPreEncodedFrame?: readonly { readonly length: number }[] }
  }[]
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number } }
}

/** Finds clients that no longer take what they are sent, before it fills the memory. */
export class StallWatch {
  /** Since when something has been waiting; absent while nothing does. */
  readonly #sockets = new Map<AnySocket, number | undefined>()

  add(socket: AnySocket): void {
    this.#sockets.set(socket, undefined)
  }
  remove(socket: AnySocket): void {
    this.#sockets.delete(socket)
  }

  /** Called in rounds: a client is stalled when something waits in every round for long, or very much in one. */
  stalled(now: number): AnySocket[] {
    const found: AnySocket[] = []
    for (const [socket, since] of this.#sockets) {
      const waiting = bytesWaiting(socket.conn as unknown as Outgoing)
      this.#sockets.set(socket, waiting === 0 ? undefined : (since ?? now))
      if (waiting > stallBytes || (waiting > 0 && now - (since ?? now) >= stallMs)) found.push(socket)
    }
    return found
  }
}

function bytesWaiting({ writeBuffer, transport }: Outgoing): number {
  let bytes = transport.socket?.bufferedAmount ?? 0
  for (const { data, options } of writeBuffer) {
    const frames = options?.wsPreEncodedFrame
    if (frames) for (const { length } of frames) bytes += length
    else bytes += typeof data === 'string' ? data.length : 1
  }
  return bytes
}
