import * as z from 'zod'

/** Where the session keeps what a person has to see of the linking by passkey. */
export const shownKey = 'passkey'
/** What a person has pasted, on its way to the node that holds the session. */
export const answerTopic = 'passkey.answer'
/** A person has compared the codes. */
export const confirmTopic = 'passkey.confirm'

/**
 * A step of the linking by passkey, as the page shows it. `options` is what the browser is asked, as JSON; `code` is
 * compared with the phone.
 */
export const ShownPasskey = z.discriminatedUnion('step', [
  z.object({ step: z.literal('sign'), options: z.string(), until: z.iso.datetime() }),
  z.object({ step: z.literal('compare'), code: z.string(), until: z.iso.datetime() }),
  z.object({ step: z.literal('sent'), until: z.iso.datetime() }),
])
export type ShownPasskey = z.output<typeof ShownPasskey>
