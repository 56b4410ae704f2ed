import {
  ChannelError,
  mint,
  type ExternalChatId,
  type ExternalMessageId,
  type SendKey,
  type SendResult,
} from '@recado/contracts'
import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import { plainSample, type Sample } from './samples.ts'
import type { Opened } from './stage.ts'

/** After this long nobody waits any more for what was aborted or ended. */
export const endingMs = 2_000
/** Time that the suite waits for a missing answer before it gives up, as core does after 20 s. */
export const patienceMs = 100

export const newKey = (): SendKey => mint<SendKey>(randomUUID())

/** Sends one message of the suite. */
export async function send(
  { session, stage }: Opened,
  {
    sample = plainSample,
    key = newKey(),
    attempt = 1,
    replyTo,
    signal = new AbortController().signal,
  }: { sample?: Sample; key?: SendKey; attempt?: number; replyTo?: ExternalMessageId; signal?: AbortSignal } = {},
): Promise<SendResult> {
  const { connection, provider } = stage
  return session.send(
    {
      key,
      chat: mint<ExternalChatId>(provider.chat),
      parts: await sample.parts(connection.media),
      attempt,
      ...(replyTo !== undefined && { replyTo }),
    },
    signal,
  )
}

/** Sends and insists that it has ids. */
export async function sentIds(
  opened: Opened,
  options: Parameters<typeof send>[1] = {},
): Promise<readonly ExternalMessageId[]> {
  const result = await send(opened, options)
  return result.status === 'sent' ? result.ids : []
}

/** The exception of the work; fails when it throws none. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) =>
      expect.fail(`it should have failed, and answered ${inspect(value, { depth: 3, breakLength: Infinity })}`),
    (error: unknown) => error,
  )
}

/** The work's failure, which has to be a ChannelError. */
export async function channelFailure(work: Promise<unknown>): Promise<ChannelError> {
  const error = await failureOf(work)
  if (!ChannelError.is(error))
    expect.fail(`an adapter throws ChannelError and nothing else; this was ${inspect(error, { depth: 2 })}`)
  return error
}

/** Fails when the work is not settled after {@link endingMs}. */
export async function within<T>(work: PromiseLike<T>, what: string, ms = endingMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Polls until `holds` is true; `describe` gives the message of the failure. */
export async function until(holds: () => boolean, describe: () => string, ms = endingMs): Promise<void> {
  for (const end = performance.now() + ms; !holds();) {
    if (performance.now() > end) expect.fail(describe())
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
