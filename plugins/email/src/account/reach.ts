import { ChannelError } from '@recado/sdk'
import type { Socket } from 'node:net'
import { Trouble, type MailServer, type Step } from './trouble.ts'

/** By the codes of `ctx.connect` and `ctx.fetch`. */
const proxySteps: Readonly<Record<string, Step>> = {
  PROXY_UNREACHABLE: 'proxy.connect',
  PROXY_AUTH: 'proxy.login',
  PROXY_REFUSED: 'proxy.target',
}
const unknown = { kind: 'network', code: 'CONNECT', message: 'the server cannot be reached' } as const
const isUnresolved = (code: string): boolean => /^(EGRESS_REFUSED|ENOTFOUND|ENODATA|EAI_.*)$/.test(code)

/**
 * The connection to a server of the mailbox, once it is open.
 * @throws Trouble that names the step
 */
export async function reached(server: MailServer, opening: Promise<Socket>): Promise<Socket> {
  try {
    return await opening
  } catch (error) {
    const { kind, code, message } = ChannelError.is(error) ? error : unknown
    const step = proxySteps[code] ?? (`${server}.${isUnresolved(code) ? 'resolve' : 'connect'}` as const)
    throw new Trouble(step, { kind, code, message, certain: true }, { cause: error })
  }
}

/** The trouble with the proxy that made a request fail; undefined where it was something else. */
export function proxyTrouble(error: unknown): Trouble | undefined {
  const { cause } = (error ?? {}) as { cause?: { code?: string; message?: string } }
  const [code, message] = [cause?.code ?? '', cause?.message ?? '']
  const [step, kind] = [proxySteps[code], code === 'PROXY_AUTH' ? 'auth' : 'network'] as const
  return step && new Trouble(step, { kind, code, message, certain: true }, { cause: error })
}
