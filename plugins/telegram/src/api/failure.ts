import { ChannelError, type ChannelErrorKind } from '@recado/sdk'
import * as z from 'zod'

/** Refusal of the Bot API. */
export const ApiRefusal = z.object({
  ok: z.literal(false),
  error_code: z.int(),
  description: z.string().default(''),
  parameters: z
    .object({ retry_after: z.number().nonnegative().optional(), migrate_to_chat_id: z.int().optional() })
    .optional()
    .catch(undefined),
})
export type ApiRefusal = z.output<typeof ApiRefusal>

/** A refusal of the Bot API. `movedTo` is set when the group has become a supergroup of that id. */
export class TelegramError extends ChannelError {
  readonly movedTo: string | undefined
  constructor(
    shape: ConstructorParameters<typeof ChannelError>[0],
    options: { cause?: unknown; movedTo?: string | undefined } = {},
  ) {
    super(shape, options)
    this.movedTo = options.movedTo
  }
}

/** Descriptions are a hint and may change; the code decides where none fits. */
const byDescription: readonly (readonly [RegExp, ChannelErrorKind])[] = [
  [/chat not found|peer_id_invalid|user not found|user_id_invalid/i, 'invalidRecipient'],
  [
    /topic_closed|bot was (blocked|kicked)|user is deactivated|can't initiate|bots? can't send messages to bots|not enough rights|have no rights|chat_write_forbidden|need administrator rights/i,
    'blocked',
  ],
  [/wrong file_id|wrong file identifier|file is temporarily unavailable/i, 'notFound'],
  [/too (big|large|long)|file_parts_invalid/i, 'tooLarge'],
  [
    /message (to \w+ |with poll to stop |)(is )?not found|message can't be (deleted|edited)|message_id_invalid/i,
    'notFound',
  ],
]
const byStatus: Readonly<Record<number, ChannelErrorKind>> = {
  400: 'unsupported',
  401: 'auth',
  403: 'blocked',
  404: 'auth',
  409: 'provider',
  413: 'tooLarge',
  429: 'rateLimited',
}

/** A refusal below 500 means that nothing was done; a failure from 500 on may have come after an effect. */
export function refusalOf({ error_code: status, description, parameters }: ApiRefusal): TelegramError {
  const hinted =
    status === 400 || status === 403 ? byDescription.find(([pattern]) => pattern.test(description))?.[1] : undefined
  const { retry_after: seconds, migrate_to_chat_id: movedTo } = parameters ?? {}
  return new TelegramError(
    {
      kind: hinted ?? byStatus[status] ?? 'provider',
      code: String(status),
      message: description.slice(0, 300),
      certain: status < 500,
      ...(seconds !== undefined && { retryAfterMs: seconds * 1_000 }),
    },
    { movedTo: movedTo === undefined ? undefined : String(movedTo) },
  )
}

/** Codes of failures before a connection: no byte was sent. */
const neverLeft = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EGRESS_REFUSED', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * A request without an answer. The cause is left out on purpose where it could show the address, which holds the token.
 */
export function unanswered(error: unknown): TelegramError {
  const cause = (error as { cause?: { code?: unknown } } | null)?.cause
  const code = typeof cause?.code === 'string' ? cause.code : 'NETWORK'
  return new TelegramError({
    kind: 'network',
    code,
    message: 'Telegram cannot be reached',
    certain: neverLeft.has(code),
  })
}
