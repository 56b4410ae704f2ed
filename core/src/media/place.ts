import { sql } from 'drizzle-orm'
import postgres, { type Sql } from 'postgres'
import { ConfigError } from '../base/config.ts'
import type { Database, Tx } from '../db/database.ts'
import type { MediaPlace } from './media.ts'

/** Whoever describes a file in a transaction holds this lock shared; whoever changes the place holds it alone. */
const placeLock = 'recado:media-place'

/** Where files are written. Without a row: on the disk. */
export async function readPlace(db: Pick<Database, 'raw'>): Promise<MediaPlace> {
  const [row] = await db.raw<{ place: MediaPlace }[]>`select place from platform.media_place`
  return row?.place ?? 'disk'
}

/** The same, which cannot change before the transaction ends. */
export async function holdPlace(tx: Tx): Promise<MediaPlace> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${placeLock}, 0))`)
  const [row] = await tx.execute<{ place: MediaPlace }>(sql`select place from platform.media_place`)
  return row?.place ?? 'disk'
}

/**
 * Changes where files are written, as the owner of the database: a file is described afterwards only if it lies there.
 * Waits for the transactions that describe files now.
 */
export async function changePlace(owner: Sql, place: MediaPlace): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${placeLock}, 0))`
    await tx`insert into platform.media_place (place) values (${place})
             on conflict (id) do update set place = excluded.place`
  })
}

/**
 * Decides where a new installation writes files, as the owner of the database: into the bucket if it has one before its
 * first file.
 *
 * @throws ConfigError when files lie in a bucket that the environment does not name
 */
export async function settleFiles(ownerUrl: string, hasBucket: boolean): Promise<void> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    await settle(owner, hasBucket)
  } finally {
    await owner.end()
  }
}

async function settle(owner: Sql, hasBucket: boolean): Promise<void> {
  if (hasBucket) {
    await owner`insert into platform.media_place (place)
                select case when exists (select from core.media) then 'disk' else 's3' end
                on conflict do nothing`
  }
  const [row] = await owner<{ place: MediaPlace }[]>`select place from platform.media_place`
  if (row?.place === 's3' && !hasBucket) {
    throw new ConfigError('The files of this installation lie in a bucket: set S3_BUCKET and what belongs to it')
  }
}
