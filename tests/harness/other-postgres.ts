import { createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * Speaks PostgreSQL's wire protocol as far as a client needs it that asks for the version: everybody may connect, and
 * every statement but that one has no rows. An old PostgreSQL would be one more thing to install for every run.
 */
export interface OtherPostgres {
  /** Address in the form of `DATABASE_URL`. */
  readonly url: string
  /** Every statement it was sent, in order. */
  readonly statements: readonly string[]
  close(): Promise<void>
}

const startupLength = 8
const text = (value: string): Buffer => Buffer.from(`${value}\0`)
const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const message = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}
const ready = message('Z', Buffer.from('I'))
/** Columns as text; the client reads them by these types. */
const types = { integer: 23, text: 25 } as const

interface Column {
  readonly name: string
  readonly type: keyof typeof types
  readonly value: string
}
const described = (columns: readonly Column[]): Buffer =>
  columns.length === 0
    ? message('n')
    : message(
        'T',
        int16(columns.length),
        ...columns.map(({ name, type }) =>
          Buffer.concat([text(name), int32(0), int16(0), int32(types[type]), int16(-1), int32(-1), int16(0)]),
        ),
      )
const answered = (columns: readonly Column[]): Buffer =>
  Buffer.concat([
    ...(columns.length === 0
      ? []
      : [
          message(
            'D',
            int16(columns.length),
            ...columns.map(({ value }) => Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)])),
          ),
        ]),
    message('C', text(`SELECT ${columns.length === 0 ? 0 : 1}`)),
  ])

/** @param version as `server_version` and `server_version_num` say it */
export async function otherPostgres(version: {
  readonly name: string
  readonly number: number
}): Promise<OtherPostgres> {
  const statements: string[] = []
  const clients = new Set<Socket>()
  const columnsOf = (statement: string): Column[] =>
    /server_version_num/.test(statement)
      ? [
          { name: 'number', type: 'integer', value: String(version.number) },
          { name: 'name', type: 'text', value: version.name },
        ]
      : []

  const serve = (client: Socket): void => {
    clients.add(client)
    client.on('error', () => undefined).on('close', () => clients.delete(client))
    let [waiting, begun, columns] = [Buffer.alloc(0), false, [] as Column[]]
    const react = (type: string, body: Buffer): Buffer => {
      if (type === 'P') {
        const statement = body.toString().split('\0')[1]!
        statements.push(statement.trim())
        columns = columnsOf(statement)
        return message('1')
      }
      const reactions: Readonly<Record<string, () => Buffer>> = {
        B: () => message('2'),
        D: () => described(columns),
        E: () => answered(columns),
        S: () => ready,
      }
      return reactions[type]?.() ?? Buffer.alloc(0)
    }
    client.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes])
      if (!begun && waiting.length >= startupLength && waiting.length >= waiting.readInt32BE(0)) {
        waiting = waiting.subarray(waiting.readInt32BE(0))
        begun = true
        client.write(
          Buffer.concat([message('R', int32(0)), message('S', text('server_version'), text(version.name)), ready]),
        )
      }
      while (begun && waiting.length >= 5 && waiting.length > waiting.readInt32BE(1)) {
        const length = waiting.readInt32BE(1) + 1
        client.write(react(waiting.toString('latin1', 0, 1), waiting.subarray(5, length)))
        waiting = waiting.subarray(length)
      }
    })
  }
  const server = createServer(serve)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://owner:secret@127.0.0.1:${port}/recado`,
    statements,
    close: () =>
      new Promise((resolve) => {
        for (const client of clients) client.destroy()
        server.close(() => resolve())
      }),
  }
}
