import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { PasskeyAnswer } from '../link/passkey-answer.ts'

/** The page on which alone the passkey of an account can be used. */
const whatsappOrigin = 'https://web.whatsapp.com'
/** Bits of WebAuthn's flags: somebody was there, and was recognised. */
const present = 1
const verified = 4

const Options = z.object({
  challenge: z.string(),
  rpId: z.string().default('whatsapp.com'),
  userVerification: z.string().optional(),
  allowCredentials: z.array(z.object({ id: z.string() })).default([]),
})
const ClientData = z.object({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.literal(whatsappOrigin),
  crossOrigin: z.literal(false).optional(),
})
const Signed = z.object({ response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string() }) })

/**
 * Whether an answer is one to what WhatsApp has asked, as far as can be seen without the key: made on its page, for its
 * challenge, with the person verified where that was asked. Another one would be refused there, and what is refused
 * there may cost a number.
 * @param options what WhatsApp has asked, as JSON
 */
export function fits({ id, assertion }: PasskeyAnswer, options: string): boolean {
  try {
    const asked = Options.parse(JSON.parse(options))
    const { response } = Signed.parse(JSON.parse(assertion))
    const said = ClientData.parse(JSON.parse(bytesOf(response.clientDataJSON).toString()))
    const data = bytesOf(response.authenticatorData)
    const flags = data[32] ?? 0
    return (
      bytesOf(said.challenge).equals(bytesOf(asked.challenge)) &&
      data.length >= 37 &&
      data.subarray(0, 32).equals(createHash('sha256').update(asked.rpId).digest()) &&
      (flags & present) !== 0 &&
      (asked.userVerification !== 'required' || (flags & verified) !== 0) &&
      (asked.allowCredentials.length === 0 || asked.allowCredentials.some((one) => same(one.id, id)))
    )
  } catch {
    return false
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')
const same = (one: string, other: string): boolean => bytesOf(one).equals(bytesOf(other))
