import * as z from 'zod'

/* The used parts of the API's answers; all others are ignored. */

const words = z.string().optional().catch(undefined)
const MetaId = z.coerce.string().min(1).max(100)

export const Sent = z.object({ recipient_id: words, message_id: z.string().min(1).max(1_000) })
export const Uploaded = z.object({ attachment_id: MetaId })
export const AccountFacts = z.object({
  id: MetaId.optional().catch(undefined),
  user_id: MetaId.optional().catch(undefined),
  name: words,
  username: words,
})
export const TokenFacts = z.object({
  data: z.object({
    app_id: MetaId.optional().catch(undefined),
    is_valid: z.boolean().optional().catch(undefined),
    scopes: z.array(z.string()).optional().catch(undefined),
    expires_at: z.number().optional().catch(undefined),
  }),
})
export const RenewedToken = z.object({ access_token: z.string().min(20).max(1_000), expires_in: z.number().positive() })
/** Where the app's webhooks go, for each kind of object. */
export const Subscriptions = z.object({
  data: z.array(z.object({ object: words, callback_url: words, active: z.boolean().optional().catch(undefined) })),
})
export const SubscribedApps = z.object({
  data: z.array(z.object({ id: MetaId.optional().catch(undefined), subscribed_fields: z.array(z.string()).catch([]) })),
})
export const Profile = z.object({
  name: words,
  first_name: words,
  last_name: words,
  username: words,
  profile_pic: words,
})
/** The app that answers a conversation; none where nobody has it. */
export const ThreadOwners = z.object({ data: z.array(z.object({ thread_owner: z.object({ app_id: MetaId }) })) })
/** `{ success: true }`, or nothing worth reading. */
export const Done = z.unknown()
