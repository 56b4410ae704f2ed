import * as z from 'zod'

/* The used parts of the API's answers; all others are ignored. */

export const words = z.string().optional().catch(undefined)

export const Sent = z.object({
  messages: z.array(z.object({ id: z.string().min(1).max(500), message_status: words })).min(1),
  contacts: z
    .array(z.object({ input: words, wa_id: words, user_id: words }))
    .optional()
    .catch(undefined),
})
export const UploadedMedia = z.object({ id: z.coerce.string().min(1).max(200) })
export const MediaFile = z.object({
  url: z.url().max(4_000),
  mime_type: words,
  sha256: words,
  file_size: z.coerce.number().optional().catch(undefined),
})

/** A number at Meta. `throughput.level` is STANDARD or HIGH. */
export const NumberFacts = z.object({
  id: words,
  display_phone_number: words,
  verified_name: words,
  quality_rating: words,
  messaging_limit_tier: words,
  status: words,
  name_status: words,
  code_verification_status: words,
  platform_type: words,
  throughput: z.object({ level: words }).optional().catch(undefined),
  webhook_configuration: z
    .object({ phone_number: words, whatsapp_business_account: words, application: words })
    .optional()
    .catch(undefined),
})
export type NumberFacts = z.output<typeof NumberFacts>
export const numberFields =
  'display_phone_number,verified_name,quality_rating,messaging_limit_tier,status,name_status,code_verification_status,platform_type,throughput'

export const NumbersOfAccount = z.object({ data: z.array(z.object({ id: z.coerce.string() })) })
export const SubscribedApps = z.object({
  data: z.array(
    z.object({
      whatsapp_business_api_data: z.object({ id: z.coerce.string() }).optional().catch(undefined),
      override_callback_uri: words,
    }),
  ),
})
export const TokenFacts = z.object({
  data: z.object({
    app_id: z.coerce.string().optional().catch(undefined),
    is_valid: z.boolean().optional().catch(undefined),
    scopes: z.array(z.string()).optional().catch(undefined),
  }),
})

/** Of 360dialog; the entities are the number, its account, its business and the app. */
export const HealthStatus = z.object({
  id: z.coerce.string().optional().catch(undefined),
  health_status: z.object({
    can_send_message: words,
    entities: z
      .array(
        z.object({ entity_type: words, id: z.coerce.string().optional().catch(undefined), can_send_message: words }),
      )
      .default([])
      .catch([]),
  }),
})
export const WebhookSetting = z.object({ url: z.string().nullish() })
/** `{ success: true }`, or nothing worth reading. */
export const Done = z.unknown()
