import { ChannelError, type ConnectionContext } from '@recado/sdk'
import { certainlyRefused, kindOfStatus, retryAfter, unanswered } from '@recado/sdk/server'
import type { GatewayConfig } from './config.ts'
import { fill, fillBody, textAt, type Facts } from './template.ts'

type Needs = Pick<ConnectionContext<GatewayConfig>, 'config' | 'secrets' | 'fetch' | 'callbackUrl'>

/**
 * The gateway as the settings describe it. Everything it throws is a ChannelError, and no message of it holds the
 * token.
 */
export interface Gateway {
  /** Hands a message over and answers the gateway's id for it, if it names one. */
  send(message: Pick<Facts, 'to' | 'text' | 'id'>, signal: AbortSignal): Promise<string | undefined>
  /** Remaining credit; undefined if the gateway has no such call. */
  balance(signal: AbortSignal): Promise<string | undefined>
}

/** @throws ChannelError `auth` when the connection has no token */
export async function gatewayOf(ctx: Needs): Promise<Gateway> {
  const { config } = ctx
  const token = await ctx.secrets.get('token')
  if (!token) throw new ChannelError({ kind: 'auth', code: 'NO_TOKEN', message: 'the token is not set', certain: true })
  const account = {
    token,
    email: config.email ?? '',
    from: config.from ?? '',
    callback: ctx.callbackUrl?.href ?? '',
    to: '',
    text: '',
    id: '',
  }

  async function ask(address: string, init: RequestInit, facts: Facts): Promise<unknown> {
    const response = await ctx
      .fetch(address, { ...init, headers: headersOf(config.headers, facts, init.headers) })
      .catch((error: unknown) => {
        throw unanswered(error, 'the gateway')
      })
    const answer = jsonOf(
      await response.text().catch((error: unknown) => {
        throw unanswered(error, 'the gateway')
      }),
    )
    if (!response.ok)
      throw refused(
        response.status,
        wordsAt(answer, config.errorPath) ?? 'the gateway refuses the request',
        retryAfter(response),
      )
    return answer
  }

  return {
    async send(message, signal) {
      const facts = { ...account, ...message }
      const answer = await ask(...requestOf(config, facts, signal), facts)
      const outcome = config.successPath === undefined ? undefined : (textAt(answer, config.successPath) ?? '')
      if (outcome !== undefined && !config.successValues.includes(outcome))
        throw new ChannelError({
          kind: 'unsupported',
          code: outcome.slice(0, 50) || 'NO_RESULT',
          message: wordsAt(answer, config.errorPath) ?? 'the gateway does not take the message',
          certain: true,
        })
      return textAt(answer, config.idPath)?.slice(0, 200)
    },
    async balance(signal) {
      if (config.balanceUrl === undefined) return undefined
      const answer = await ask(fill(config.balanceUrl, account, encodeURIComponent), { signal }, account)
      return textAt(answer, config.balancePath)
    },
  }
}

const refused = (status: number, message: string, wait: { retryAfterMs?: number }): ChannelError =>
  new ChannelError({
    kind: kindOfStatus(status),
    code: String(status),
    message,
    certain: certainlyRefused(status),
    ...wait,
  })

function requestOf(
  { url, method, sendAs, body }: GatewayConfig,
  facts: Facts,
  signal: AbortSignal,
): [string, RequestInit] {
  const address = fill(url, facts, encodeURIComponent)
  const fields = fillBody(body, facts)
  if (sendAs === 'json' && method !== 'GET')
    return [address, { method, signal, body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }]
  const flat = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  if (sendAs === 'form' && method !== 'GET')
    return [
      address,
      { method, signal, body: flat.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]
  const target = new URL(address)
  for (const [name, value] of flat) target.searchParams.append(name, value)
  return [target.href, { method, signal }]
}

/** A line break inside a fact would begin another header. */
function headersOf(lines: readonly string[], facts: Facts, given: RequestInit['headers']): Headers {
  const headers = new Headers(given)
  for (const line of lines) {
    const [name, ...rest] = line.split(':')
    headers.set(
      name!,
      fill(rest.join(':').trim(), facts, (value) => value.replace(/[^\x20-\x7e]/g, '')),
    )
  }
  return headers
}

const wordsAt = (answer: unknown, path: string | undefined): string | undefined =>
  path === undefined ? undefined : textAt(answer, path)?.slice(0, 300)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
