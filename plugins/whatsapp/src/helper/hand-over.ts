import { createHash, randomBytes } from 'node:crypto'
import type { StateStore } from '@recado/sdk'
import * as z from 'zod'
import { refusal } from '../errors.ts'
import { ShownPasskey, shownKey } from '../passkey/shown.ts'

/** A token as the helper brings it: 32 bytes. */
export const HandOverToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

const keptKey = 'passkey.handover'
/** Of the token and of what WhatsApp has asked: what is kept opens nothing. */
const Kept = z.object({ token: z.string(), asked: z.string() })
type Waiting = Extract<ShownPasskey, { step: 'sign' }>

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')
const markOf = (act: 'begun' | 'answered', token: string): string => `passkey.${act}.${digest(token)}`
const untilEnd = ({ until }: Waiting): number => Math.max(1, Date.parse(until) - Date.now())

/** What WhatsApp waits for at a connection. @throws Refusal ERR_WHATSAPP_PASSKEY_OVER where it waits for no passkey */
export async function waiting(state: StateStore): Promise<Waiting> {
  const shown = ShownPasskey.safeParse(await state.get(shownKey)).data
  if (shown?.step !== 'sign' || Date.parse(shown.until) <= Date.now()) throw refusal('ERR_WHATSAPP_PASSKEY_OVER')
  return shown
}

/**
 * Hands what WhatsApp waits for to the helper: a token of this connection that is good once, for this question, until
 * the question ends or another is handed over.
 * @throws Refusal ERR_WHATSAPP_PASSKEY_OVER
 */
export async function handOver(state: StateStore): Promise<string> {
  const shown = await waiting(state)
  const token = randomBytes(32).toString('base64url')
  const kept: z.input<typeof Kept> = { token: digest(token), asked: digest(shown.options) }
  await state.set(keptKey, kept, { ttlMs: untilEnd(shown) })
  return token
}

/**
 * The helper takes what was handed to it, once.
 * @throws Refusal ERR_WHATSAPP_HANDOVER, ERR_WHATSAPP_HANDOVER_USED, ERR_WHATSAPP_PASSKEY_OVER
 */
export async function begin(state: StateStore, token: string): Promise<Waiting> {
  if (await state.get(markOf('begun', token))) throw refusal('ERR_WHATSAPP_HANDOVER_USED')
  const shown = await ofToken(state, token)
  await once(state, 'begun', token, untilEnd(shown))
  return shown
}

/**
 * What the helper's answer has to fit; `take` marks the token as used up.
 * @throws Refusal as {@link begin} does
 */
export async function answering(
  state: StateStore,
  token: string,
): Promise<{ readonly shown: Waiting; take(): Promise<void> }> {
  if (await state.get(markOf('answered', token))) throw refusal('ERR_WHATSAPP_HANDOVER_USED')
  const shown = await ofToken(state, token)
  if (!(await state.get(markOf('begun', token)))) throw refusal('ERR_WHATSAPP_HANDOVER')
  return { shown, take: () => once(state, 'answered', token, untilEnd(shown)) }
}

async function ofToken(state: StateStore, token: string): Promise<Waiting> {
  const kept = Kept.safeParse(await state.get(keptKey)).data
  if (kept?.token !== digest(token)) throw refusal('ERR_WHATSAPP_HANDOVER')
  const shown = await waiting(state)
  if (digest(shown.options) !== kept.asked) throw refusal('ERR_WHATSAPP_PASSKEY_OVER')
  return shown
}

async function once(state: StateStore, act: 'begun' | 'answered', token: string, ttlMs: number): Promise<void> {
  if (!(await state.set(markOf(act, token), true, { ttlMs, ifAbsent: true })))
    throw refusal('ERR_WHATSAPP_HANDOVER_USED')
}
