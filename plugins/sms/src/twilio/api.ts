import { ChannelError, type ConnectionContext } from '@recado/sdk'
import { unanswered } from '@recado/sdk/server'
import * as z from 'zod'
import type { TwilioConfig } from './config.ts'
import { refusalOf } from './errors.ts'

type Needs = Pick<ConnectionContext<TwilioConfig>, 'config' | 'secrets' | 'fetch' | 'fetchFile'>

export const Account = z.object({ friendly_name: z.string().optional(), status: z.string() })
export const Balance = z.object({ balance: z.string(), currency: z.string() })
export const SentMessage = z.object({ sid: z.string().min(1) })
export const OwnNumber = z.object({
  sid: z.string(),
  phone_number: z.string(),
  sms_url: z.string().nullish(),
  sms_application_sid: z.string().nullish(),
  capabilities: z.object({ sms: z.boolean().optional(), SMS: z.boolean().optional() }).optional(),
})
export type OwnNumber = z.output<typeof OwnNumber>
const OwnNumbers = z.object({ incoming_phone_numbers: z.array(OwnNumber) })

/** One account's way to Twilio. Everything it throws is a ChannelError, and no message of it holds the token. */
export interface Api {
  get<T>(path: string, result: z.ZodType<T>, signal: AbortSignal): Promise<T>
  post<T>(path: string, fields: Readonly<Record<string, string>>, result: z.ZodType<T>, signal: AbortSignal): Promise<T>
  /** The account's number of this spelling; undefined for short codes, sender names and numbers of others. */
  number(phone: string, signal: AbortSignal): Promise<OwnNumber | undefined>
  /** A file of a message, by its path at the provider. */
  download(path: string, signal: AbortSignal): Promise<Response>
}

const publicRoot = 'https://api.twilio.com'

/** @throws ChannelError `auth` when the connection has no token */
export async function apiOf(ctx: Needs): Promise<Api> {
  const token = await ctx.secrets.get('authToken')
  if (!token)
    throw new ChannelError({ kind: 'auth', code: 'NO_TOKEN', message: 'the auth token is not set', certain: true })
  const { accountSid } = ctx.config
  const root = (ctx.config.apiRoot ?? publicRoot).replace(/\/+$/, '')
  const authorization = `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`

  async function request(url: string, init: RequestInit, fetch = ctx.fetch): Promise<Response> {
    try {
      return await fetch(url, {
        ...init,
        headers: { authorization, ...(init.body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
      })
    } catch (error) {
      throw unanswered(error, 'Twilio')
    }
  }

  async function call<T>(path: string, result: z.ZodType<T>, init: RequestInit): Promise<T> {
    const response = await request(`${root}/2010-04-01/Accounts/${accountSid}${path}`, init)
    const answer = (await response.json().catch((error: unknown) => {
      if (init.signal?.aborted) throw unanswered(error, 'Twilio')
      return undefined
    })) as unknown
    if (!response.ok) throw refusalOf(response, answer)
    const read = result.safeParse(answer)
    if (!read.success)
      throw new ChannelError({
        kind: 'provider',
        code: 'ANSWER',
        message: 'the answer of Twilio is not understood',
        certain: false,
      })
    return read.data
  }

  return {
    get: (path, result, signal) => call(path, result, { signal }),
    post: (path, fields, result, signal) =>
      call(path, result, { method: 'POST', body: new URLSearchParams(fields).toString(), signal }),
    async number(phone, signal) {
      const { incoming_phone_numbers: numbers } = await call(
        `/IncomingPhoneNumbers.json?${new URLSearchParams({ PhoneNumber: phone })}`,
        OwnNumbers,
        { signal },
      )
      return numbers.find((number) => number.phone_number === phone)
    },
    async download(path, signal) {
      const response = await request(`${root}${path}`, { signal }, ctx.fetchFile)
      if (response.ok) return response
      await response.body?.cancel()
      throw new ChannelError({
        kind: response.status === 404 ? 'notFound' : 'provider',
        code: String(response.status),
        message: 'the file cannot be downloaded',
        certain: true,
      })
    },
  }
}
