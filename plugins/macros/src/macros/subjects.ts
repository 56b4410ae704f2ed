import { Refusal, type SessionContext } from '@recado/sdk'
import type { Subject } from './macro.ts'
import type { Step } from './step.ts'

type Core = SessionContext['core']
/** Possible subjects of steps in a company, by id. */
export type Subjects = ReadonlyMap<string, Subject>

const codes = {
  addTag: 'ERR_NO_TAG_FOUND',
  removeTag: 'ERR_NO_TAG_FOUND',
  toQueue: 'ERR_NO_QUEUE_FOUND',
  toUser: 'ERR_NO_USER_FOUND',
} as const

/** The tag, queue or user that a step is about. */
export function subjectOf(
  step: Step,
): { readonly id: string; readonly field: string; readonly code: (typeof codes)[keyof typeof codes] } | undefined {
  switch (step.kind) {
    case 'addTag':
    case 'removeTag':
      return { id: step.tagId, field: 'tagId', code: codes[step.kind] }
    case 'toQueue':
      return { id: step.queueId, field: 'queueId', code: codes.toQueue }
    case 'toUser':
      return { id: step.userId, field: 'userId', code: codes.toUser }
    default:
      return undefined
  }
}

/** Subjects of these steps, in at most one request each for tags, queues and users. */
export async function subjectsOf(core: Core, steps: readonly Step[]): Promise<Subjects> {
  const has = (...kinds: Step['kind'][]): boolean => steps.some(({ kind }) => kinds.includes(kind))
  const userIds = [...new Set(steps.flatMap((step) => (step.kind === 'toUser' ? step.userId : [])))]
  const [tags, queues, ...users] = await Promise.all([
    has('addTag', 'removeTag') ? core.tags.list() : [],
    has('toQueue') ? core.queues.list() : [],
    ...batches(userIds).map((batch) => core.users.named(batch)),
  ])
  return new Map(
    [
      ...tags.map(({ id, tag, color }) => ({ id, name: tag, color, isGone: false })),
      ...queues.map(({ id, queue, color, isActive }) => ({ id, name: queue, color, isGone: !isActive })),
      ...users.flat().map(({ id, name, isActive }) => ({ id, name, color: null, isGone: !isActive })),
    ].map((subject): [string, Subject] => [subject.id, subject]),
  )
}

/** Number of users that core names in one call. */
const batchSize = 200
const batches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / batchSize) }, (_, at) =>
    items.slice(at * batchSize, (at + 1) * batchSize),
  )

/** The subject of a step for a reader: a deleted one has no name any more. */
export const shown = (subjects: Subjects, id: string): Subject =>
  subjects.get(id) ?? { id, name: null, color: null, isGone: true }

/** @throws Refusal with the code of the first that is gone, and its place */
export function requirePresent(subjects: Subjects, steps: readonly Step[]): void {
  for (const [at, step] of steps.entries()) {
    const subject = subjectOf(step)
    if (subject && shown(subjects, subject.id).isGone)
      throw new Refusal(subject.code, {
        issues: [{ path: `body.steps.${at}.${subject.field}`, message: 'is not there any more' }],
      })
  }
}
