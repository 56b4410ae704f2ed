import * as z from 'zod'

const base64url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+={0,2}$/)
  .max(4_000)

/** `PublicKeyCredential.toJSON()` of a browser on web.whatsapp.com, as far as WhatsApp reads it. */
export const Assertion = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
})

/** An answer to be brought to WhatsApp. `assertion` is the JSON as the browser gave it. */
export interface PasskeyAnswer {
  readonly id: string
  readonly rawId: string
  readonly assertion: string
}

/** The answer in what a person has pasted; undefined where it is none. */
export function readAnswer(pasted: string): PasskeyAnswer | undefined {
  try {
    const parsed = Assertion.safeParse(JSON.parse(pasted.trim()))
    if (!parsed.success) return undefined
    const { id, rawId } = parsed.data
    return { id, rawId, assertion: JSON.stringify(parsed.data) }
  } catch {
    return undefined
  }
}
