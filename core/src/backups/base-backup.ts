import { addAbortSignal, Readable } from 'node:stream'
import { Client, type ClientConfig, type Connection } from 'pg'

/** Pieces of a base backup, in the order in which the server sends them. */
export type BaseBackupPiece =
  | { readonly kind: 'archive'; readonly name: string }
  | { readonly kind: 'manifest' }
  | { readonly kind: 'data'; readonly bytes: Buffer }
  /** Bytes sent so far, and how many the server expects. */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }

/** The driver knows replication connections, its types do not. */
type ReplicationConfig = ClientConfig & { readonly replication: 'true' }

/** A long backup must not find that its log was recycled; the slot ends with the connection. */
const keepLog = `CREATE_REPLICATION_SLOT recado_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`
const takeBackup =
  "BASE_BACKUP (LABEL 'recado', PROGRESS, CHECKPOINT 'fast', WAL, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')"

/**
 * Takes a base backup of a running PostgreSQL by its replication protocol, as pg_basebackup does: a tar archive of the
 * data folder with the write-ahead log that it needs, then the server's manifest with a SHA-256 sum of each file. The
 * state that it holds is the one at its end. The server checks the sums of its data pages on the way.
 * @param url address of an account that may replicate; a superuser may
 * @param signal ends it early
 * @throws what the server objects to, also after the last byte, when a data page was damaged
 */
export async function* baseBackup(url: string, signal?: AbortSignal): AsyncGenerator<BaseBackupPiece, void> {
  const config: ReplicationConfig = {
    connectionString: url,
    replication: 'true',
    application_name: 'recado-backup',
    connectionTimeoutMillis: 10_000,
  }
  const client = new Client(config)
  // Queries that wait for the connection are rejected too.
  client.on('error', () => undefined)
  await client.connect()
  const pieces = new BaseBackupStream()
  // The reader gets the error; before it reads there is no listener.
  pieces.on('error', () => undefined)
  if (signal) addAbortSignal(signal, pieces)
  try {
    await client.query(keepLog)
    client.query(pieces)
    yield* pieces
  } finally {
    pieces.close()
    await client.end()
  }
}

/** The answer to BASE_BACKUP, message by message: where one ends says what it is, so that they must not be joined. */
class BaseBackupStream extends Readable {
  #connection: Connection | undefined
  #columns: readonly string[] = []
  #total = 0

  constructor() {
    super({ objectMode: true, highWaterMark: 32 })
  }

  submit(connection: Connection): void {
    this.#connection = connection
    connection.query(takeBackup)
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name)
  }

  /** The rows before the archive say how large the server expects it to be. */
  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#total += Number(fields[this.#columns.indexOf('size')] ?? 0) * 1_024
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (!this.push(this.#pieceOf(chunk))) this.#connection?.stream.pause()
  }

  handleCommandComplete(): void {
    /* Each of its results ends so. */
  }
  handleError(error: Error): void {
    this.destroy(error)
  }
  handleReadyForQuery(): void {
    this.push(null)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  /** Ends the connection where it stands, unless everything has come. */
  close(): void {
    if (!this.readableEnded) this.#connection?.stream.destroy()
  }

  #pieceOf(message: Buffer): BaseBackupPiece {
    const kind = String.fromCharCode(message[0]!)
    switch (kind) {
      case 'n':
        return { kind: 'archive', name: message.toString('utf8', 1, message.indexOf(0, 1)) }
      case 'm':
        return { kind: 'manifest' }
      case 'p':
        return { kind: 'progress', done: Number(message.readBigInt64BE(1)), total: this.#total }
      // The driver uses the memory of a message again.
      case 'd':
        return { kind: 'data', bytes: Buffer.from(message.subarray(1)) }
      default:
        throw new Error(`BASE_BACKUP sent a message of an unknown kind: ${kind}`)
    }
  }
}
