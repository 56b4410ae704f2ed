import { proto, type WAMessage } from 'baileys'
import { unwrapped } from './content.ts'

/** Kinds that say of themselves how long they stay. */
const lasting = [
  'extendedTextMessage',
  'imageMessage',
  'videoMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
  'locationMessage',
  'liveLocationMessage',
  'contactMessage',
  'contactsArrayMessage',
] as const
const { EPHEMERAL_SETTING } = proto.Message.ProtocolMessage.Type

/**
 * Seconds after which the messages of a chat disappear, as a message of it tells: 0 where they stay, undefined where it
 * tells nothing. Phones repeat the setting in each message.
 */
export function disappearsAfter({ message }: Pick<WAMessage, 'message'>): number | undefined {
  const { inner } = unwrapped(message)
  const { protocolMessage, conversation } = inner
  if (protocolMessage)
    return protocolMessage.type === EPHEMERAL_SETTING ? (protocolMessage.ephemeralExpiration ?? 0) : undefined
  if (conversation) return 0
  const kind = lasting.find((one) => inner[one] != null)
  return kind && (inner[kind]!.contextInfo?.expiration ?? 0)
}
