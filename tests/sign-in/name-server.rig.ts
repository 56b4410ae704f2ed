import { createSocket, type RemoteInfo } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/* A name server on loopback that knows TXT records alone, and can fail as real ones do. */

export interface NameServer {
  /** As `address:port`. */
  readonly address: string
  /** TXT records by name, in small letters. */
  readonly records: Map<string, readonly string[]>
  /** `silent`: no question is answered. `broken`: every one is answered with SERVFAIL. */
  mode: 'well' | 'silent' | 'broken'
  /** Names that were asked for. */
  readonly asked: string[]
  close(): Promise<void>
}

const txt = 16
const codes = { none: 0, failed: 2, unknown: 3 } as const

/** The name in a question, and where the question ends. */
function readQuestion(message: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function record(text: string): Buffer {
  // A string of a record has 255 bytes at most; longer values come in pieces.
  const pieces = text.match(/.{1,255}/gs) ?? ['']
  const data = Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, 'latin1')])),
  )
  const head = Buffer.alloc(12)
  // The name is that of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(txt, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function answer(message: Buffer, server: Pick<NameServer, 'records' | 'mode' | 'asked'>): Buffer {
  const { name, type, end } = readQuestion(message)
  server.asked.push(name)
  const texts = type === txt ? server.records.get(name) : undefined
  const head = Buffer.from(message.subarray(0, 12))
  const code = server.mode === 'broken' ? codes.failed : server.records.has(name) ? codes.none : codes.unknown
  const records = server.mode === 'well' ? (texts ?? []).map(record) : []
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, message.subarray(12, end), ...records])
}

export async function nameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const server: { -readonly [K in keyof NameServer]: NameServer[K] } = {
    address: '',
    records: new Map(),
    mode: 'well',
    asked: [],
    close: () =>
      new Promise((resolve) => {
        socket.close(() => resolve())
      }),
  }
  socket.on('message', (message, from: RemoteInfo) => {
    if (server.mode !== 'silent') socket.send(answer(message, server), from.port, from.address)
  })
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', () => resolve())
  })
  server.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`
  return server
}
