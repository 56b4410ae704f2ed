import type { PluginContext, ServiceCode, TakenQuickMessage, TenantId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { maxFileBytes } from '../messages/limits.ts'
import { fileOfMedia, noFile, releaseFiles, type PartFile } from '../messages/part-store.ts'
import { keyOf } from './key-of.ts'
import {
  changeWritten,
  digestOf,
  holderOf,
  insertWritten,
  keepTaken,
  readTaken,
  readWritten,
  releaseRun,
  removeWritten,
  takenBy,
  type Taking,
  type Written,
} from './taken-store.ts'
import type { TakenRow } from './taken.table.ts'

type Tx = ReturnType<typeof drizzleOn>
type Outcome = 'made' | 'changed' | 'known' | 'again' | Refused
type Refused = 'keyTaken' | 'keyInvalid' | 'fileUnfit'
const refused: readonly Outcome[] = ['keyTaken', 'keyInvalid', 'fileUnfit'] satisfies Refused[]
const isRefused = (outcome: Outcome): outcome is Refused => refused.includes(outcome)

/** Core calls under no name of a plugin. */
const callerOf = (caller: string | null): string => caller ?? 'core'

/** Ready texts of other systems, for the plugin that imports them (decision 256). */
export const quickMessagesService: ServiceCode<'quickMessages', PluginContext> = {
  async take({ source, run, messages }, { db, tenant, media }, { caller }) {
    const unique = [...new Map(messages.map((message) => [message.ref, message])).values()]
    const files = await filesOf(unique, media)
    return db.transaction(async (transaction) => {
      const tx = drizzleOn(transaction)
      const taking: Taking = { tenant, caller: callerOf(caller), source, run }
      const known = await readTaken(
        tx,
        taking,
        unique.map(({ ref }) => ref),
      )
      const outcomes: { readonly ref: string; readonly outcome: Outcome }[] = []
      for (const message of unique)
        outcomes.push({ ref: message.ref, outcome: await takeOne(tx, taking, message, files, known.get(message.ref)) })
      const count = (...wanted: Outcome[]): number => outcomes.filter(({ outcome }) => wanted.includes(outcome)).length
      return {
        made: count('made', 'again'),
        changed: count('changed'),
        known: count('known'),
        again: count('again'),
        refused: outcomes.flatMap(({ ref, outcome }) => (isRefused(outcome) ? [{ ref, problem: outcome }] : [])),
      }
    })
  },
  takeBack: ({ run }, { db, tenant, media }, { caller }) =>
    db.transaction(async (transaction) => {
      const tx = drizzleOn(transaction)
      const of = { tenant, caller: callerOf(caller), run }
      const rows = await takenBy(tx, of)
      const made = rows.filter((row) => row.runId === run && row.made)
      const now = await readWritten(
        tx,
        tenant,
        made.map(({ messageId }) => messageId),
      )
      const kept = made.filter((row) => now.has(row.messageId) && !isAsWritten(row, now.get(row.messageId)))
      const gone = made.filter((row) => !kept.includes(row))
      await releaseFiles(
        tx,
        { tenant, media },
        gone.map(({ messageId }) => messageId),
      )
      const removed = await removeWritten(
        tx,
        tenant,
        gone.map(({ messageId }) => messageId),
      )
      await releaseRun(
        tx,
        of,
        kept.map(({ messageId }) => messageId),
      )
      return {
        removed,
        kept: kept.length,
        changed: [
          ...gone.flatMap(({ ref, changedBy }) =>
            changedBy === null ? [] : [{ ref, problem: 'changedByOther' as const }],
          ),
          ...rows.flatMap(({ ref, runId }) => (runId === run ? [] : [{ ref, problem: 'changedByThis' as const }])),
        ],
      }
    }),
}

const isAsWritten = ({ digest }: Pick<TakenRow, 'digest'>, now: Written | null | undefined): boolean =>
  now !== null && now !== undefined && digestOf(now) === digest

/** The files of messages that a quick message may have, by their ids. */
async function filesOf(
  messages: readonly TakenQuickMessage[],
  media: PluginContext['media'],
): Promise<ReadonlyMap<string, PartFile>> {
  const ids = [...new Set(messages.flatMap(({ file }) => file ?? []))]
  const found = await Promise.all(ids.map((id) => media.info(id)))
  return new Map(
    found.flatMap((file) =>
      file !== undefined && file.bytes <= maxFileBytes ? [[file.id, fileOfMedia(file)] as const] : [],
    ),
  )
}

async function takeOne(
  tx: Tx,
  taking: Taking,
  { ref, key, text, userId, file: named }: TakenQuickMessage,
  files: ReadonlyMap<string, PartFile>,
  before: TakenRow | undefined,
): Promise<Outcome> {
  const file = named === undefined ? noFile : files.get(named)
  if (file === undefined) return 'fileUnfit'
  const wanted: Written = { key: keyOf(key), text, userId, file }
  if (wanted.key === '') return 'keyInvalid'
  const { tenant } = taking
  return before === undefined ? takeNew(tx, tenant, taking, ref, wanted) : takeAgain(tx, tenant, taking, before, wanted)
}

/** A message of the same shortcut and text is the same one; one with another text stays as it is. */
async function takeNew(tx: Tx, tenant: TenantId, taking: Taking, ref: string, wanted: Written): Promise<Outcome> {
  const digest = digestOf(wanted)
  const made = await insertWritten(tx, tenant, wanted)
  if (made !== undefined) {
    await keepTaken(tx, taking, { ref, messageId: made, made: true, digest })
    return 'made'
  }
  const holder = await holderOf(tx, tenant, wanted)
  const there = holder === undefined ? undefined : (await readWritten(tx, tenant, [holder])).get(holder)
  // Of one with a file nobody knows whether it is the same.
  const isSame = there?.text === wanted.text && there.file.mediaId === wanted.file.mediaId
  if (holder === undefined || !isSame) return 'keyTaken'
  await keepTaken(tx, taking, { ref, messageId: holder, made: false, digest })
  return 'known'
}

/** What somebody has changed here, or deleted, is theirs. */
async function takeAgain(
  tx: Tx,
  tenant: TenantId,
  taking: Taking,
  before: TakenRow,
  wanted: Written,
): Promise<Outcome> {
  const digest = digestOf(wanted)
  const same = before.made && before.runId === taking.run ? 'again' : 'known'
  if (!before.made || before.digest === digest) return same
  const now = (await readWritten(tx, tenant, [before.messageId])).get(before.messageId)
  if (!isAsWritten(before, now)) return same
  const holder = await holderOf(tx, tenant, wanted)
  if (holder !== undefined && holder !== before.messageId) return 'keyTaken'
  await changeWritten(tx, tenant, before.messageId, wanted)
  await keepTaken(tx, taking, { ...before, digest })
  return 'changed'
}
