import * as z from 'zod'
import type { UserId } from './ids.ts'

/** Days for which entries of the bell are kept. */
export const bellDays = 30

/**
 * A kind of entry that a plugin puts into the bell of users. `textKey` is a sentence in the plugin's locales, filled in
 * with the facts of the entry. `permission` is one of the plugin's own or of core's: who holds it is told, and nobody
 * else reads it. `path` is the page that an entry leads to, with its search. `isFailure` draws it as one. `days` is how
 * long an entry is kept: 30 at most and where absent.
 */
export const BellNotice = z
  .object({
    id: z.string().regex(/^[a-z][A-Za-z0-9]{1,39}$/),
    textKey: z.string().min(1).max(200),
    permission: z.string().min(1).max(100),
    path: z.string().regex(/^\/(?!\/)[\w/?=&.%~-]{0,299}$/),
    isFailure: z.boolean().optional(),
    days: z.int().min(1).max(bellDays).optional(),
  })
  .strict()
  .readonly()
/** A kind of entry of the bell, as a definition declares it. */
export type BellNotice = z.infer<typeof BellNotice>

/** Kinds of a definition: twenty at most, each with an id of its own. */
export const BellNotices = z
  .array(BellNotice)
  .max(20)
  .readonly()
  .refine((kinds) => new Set(kinds.map(({ id }) => id)).size === kinds.length, 'two kinds have the same id')

/** Facts that fill in the text of an entry: ten at most. */
export const BellFacts = z
  .record(z.string().regex(/^\w{1,40}$/), z.union([z.string().max(200), z.number()]))
  .refine((facts) => Object.keys(facts).length <= 10, 'an entry has ten facts at most')
export type BellFacts = z.infer<typeof BellFacts>

/** What a plugin tells by the bell. */
export interface BellTelling {
  /** Id of a kind of the definition. */
  readonly notice: string
  /**
   * What it is about, 100 characters at most. While a user has not read an entry of the kind and key, a later one takes
   * its place.
   */
  readonly key: string
  readonly facts?: BellFacts
  /** Of those who hold the kind's permission: these alone, 1,000 at most. Without it all of them. */
  readonly users?: readonly UserId[]
  /** Where this entry leads, in place of the path of its kind. */
  readonly path?: `/${string}`
}

/** Shape of {@link BellTelling}, by which core and the testing kit check one. */
export const BellTellingShape = z
  .object({
    notice: BellNotice.unwrap().shape.id,
    key: z.string().min(1).max(100),
    facts: BellFacts.optional(),
    users: z.array(z.uuid()).max(1_000).readonly().optional(),
    path: BellNotice.unwrap().shape.path.optional(),
  })
  .strict()
